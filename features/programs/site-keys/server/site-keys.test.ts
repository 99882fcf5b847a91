/** Keys of sites: made, replaced, ended, counted. Specification: Sites, keys. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';

const app = useTestApp({ siteCallsPerMinute: 20 });
const db = () => app().platform.database.everything;

let program: number;
let superadmin: Call;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
});

const at = (id: number, path = '') => `program/${id}${path}`;
const make = (body: object = { name: 'Shop', rights: ['read', 'write'] }, id = program) =>
  superadmin('POST', at(id, '/site-keys'), body);
const keys = async () => (await superadmin('GET', at(program, '/site-keys'))).body.keys;
const tell = async (key: string, scheme = 'Bearer') =>
  app().call(
    'POST',
    '/api/site/seen',
    { user_ids: [(await makeSiteUser(db(), { program_id: program })).id] },
    { authorization: `${scheme} ${key}` },
  );
const hoursUntil = (moment: string) => (Date.parse(moment) - Date.now()) / 3_600_000;

describe('POST program/{id}/site-keys', () => {
  test('answers the key once; its hash alone is kept, and nothing of it is recorded', async () => {
    const { body } = await make();
    expect(Buffer.from(body.site_key, 'base64url')).toHaveLength(32);
    expect((await tell(body.site_key)).status).toBe(200);
    expect((await tell(body.site_key, 'bearer')).status).toBe(200);
    expect((await tell(body.site_key, 'Basic')).status).toBe(401);
    const { key_hash } = await db()
      .selectFrom('site_keys')
      .select('key_hash')
      .where('id', '=', body.key.id)
      .executeTakeFirstOrThrow();
    const hash = createHash('sha256').update(body.site_key).digest('hex');
    expect(key_hash.toString('hex')).toBe(hash);
    const audit = await db()
      .selectFrom('audit_entries')
      .selectAll()
      .where('entity', '=', 'site_key')
      .execute();
    const listed = JSON.stringify([await keys(), audit]);
    for (const secret of [body.site_key, hash]) expect(listed).not.toContain(secret);
  });

  test('what it replaces works on for the hours that are said, a day unless told', async () => {
    const [day, soon, none] = [(await make()).body, (await make()).body, (await make()).body];
    await make({ name: 'Next', rights: ['read'], replaces: day.key.id });
    await make({ name: 'Next', rights: ['read'], replaces: soon.key.id, overlap_hours: 1 });
    await make({ name: 'Next', rights: ['read'], replaces: none.key.id, overlap_hours: 0 });
    const ends = new Map(
      (await keys()).map(({ id, ends_at }: { id: number; ends_at: string }) => [id, ends_at]),
    );
    expect(hoursUntil(ends.get(day.key.id) as string)).toBeCloseTo(24, 1);
    expect(hoursUntil(ends.get(soon.key.id) as string)).toBeCloseTo(1, 1);
    expect([await tell(day.site_key), await tell(soon.site_key), await tell(none.site_key)]).toMatchObject([
      { status: 200 },
      { status: 200 },
      { status: 401 },
    ]);
    // An end that stands already does not move away.
    await make({ name: 'Later', rights: ['read'], replaces: soon.key.id, overlap_hours: 168 });
    const again = (await keys()).find(({ id }: { id: number }) => id === soon.key.id);
    expect(hoursUntil(again.ends_at)).toBeCloseTo(1, 1);
  });

  test.each([
    ['name', { name: ' ', rights: ['read'] }],
    ['name', { name: 'x'.repeat(101), rights: ['read'] }],
    ['rights', { name: 'Shop', rights: [] }],
    ['rights.0', { name: 'Shop', rights: ['admin'] }],
    ['overlap_hours', { name: 'Shop', rights: ['read'], overlap_hours: 169 }],
    ['replaces', { name: 'Shop', rights: ['read'], replaces: 2_000_000_000 }],
  ])('400 on %s for %j', async (path, body) => {
    const { status, body: answer } = await make(body);
    expect([status, answer.errors[0].path]).toEqual([400, path]);
    expect(await keys()).toEqual([]);
  });

  test('400 to replace a key of another program, or one that has ended', async () => {
    const other = await makeSiteKey(db(), (await makeProgram(db())).id);
    const ended = await makeSiteKey(db(), program, { ends_at: new Date().toISOString() });
    for (const { id } of [other, ended])
      expect((await make({ name: 'x', rights: ['read'], replaces: id })).status).toBe(400);
  });

  test('of thirty at once as many are made as a program may have', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => make()));
    expect(statusesOf(answers)).toEqual([...Array(20).fill(200), ...Array(10).fill(400)]);
    expect(await keys()).toHaveLength(20);
  });
});

test('DELETE ends a key at once; twice is the same', async () => {
  const { key, site_key } = (await make()).body;
  const end = () => superadmin('DELETE', at(program, `/site-key/${key.id}`));
  const first = await end();
  expect(first.body.key.ends_at).toEqual(expect.any(String));
  expect((await tell(site_key)).status).toBe(401);
  expect((await end()).body).toEqual(first.body);
  expect((await superadmin('DELETE', at((await makeProgram(db())).id, `/site-key/${key.id}`))).status).toBe(
    404,
  );
});

test('POST program/{id}/site-key ends what it made before, and no other', async () => {
  const other = (await make()).body;
  const one = (await superadmin('POST', at(program, '/site-key'))).body;
  const { body: read } = await superadmin('GET', at(program));
  expect(read.program).toMatchObject({ site_key_at: one.site_key_at, updated_at: one.updated_at });
  const stale = await superadmin('POST', at(program, '/site-key'), {
    updated_at: '2020-01-01T00:00:00.000Z',
  });
  const two = (await superadmin('POST', at(program, '/site-key'), { updated_at: one.updated_at })).body;
  expect([
    stale.status,
    (await tell(one.site_key)).status,
    (await tell(two.site_key)).status,
    (await tell(other.site_key)).status,
  ]).toEqual([409, 401, 200, 200]);
  const both = await Promise.all([0, 1].map(() => superadmin('POST', at(program, '/site-key'))));
  const living = await Promise.all(both.map(({ body }) => tell(body.site_key)));
  expect(statusesOf(living)).toEqual([200, 401]);
});

describe('the limit of calls', () => {
  test('429 with the seconds to wait above it, by key; refused calls do not count', async () => {
    const [{ site_key }, other] = [await makeSiteKey(db(), program), await makeSiteKey(db(), program)];
    const answers = await Promise.all(Array.from({ length: 50 }, () => tell(site_key)));
    expect(statusesOf(answers)).toEqual([...Array(20).fill(200), ...Array(30).fill(429)]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await tell(other.site_key)).status).toBe(200);
    await db()
      .updateTable('site_key_calls')
      .set({ since: new Date(Date.now() - 61_000).toISOString() })
      .execute();
    expect((await tell(site_key)).status).toBe(200);
  });

  test('comes before the right, the length and the shape of a body', async () => {
    const { site_key } = await makeSiteKey(db(), program, { rights: ['read'] });
    const odd = () =>
      app().http.inject({
        method: 'POST',
        url: '/api/site/seen',
        headers: { authorization: `Bearer ${site_key}`, 'content-type': 'text/plain' },
        payload: 'x',
      });
    const statuses = [];
    for (let call = 0; call < 21; call++) statuses.push((await odd()).statusCode);
    expect(statuses).toEqual([...Array(20).fill(403), 429]);
    const unknown = await app().http.inject({
      method: 'POST',
      url: '/api/site/seen',
      headers: { authorization: 'Bearer unknown', 'content-type': 'text/plain' },
      payload: 'x',
    });
    expect(unknown.statusCode).toBe(401);
  });

  test('a key that is used says when', async () => {
    const { id, site_key } = await makeSiteKey(db(), program);
    await tell(site_key);
    const used = (await keys()).find((key: { id: number }) => key.id === id);
    expect(Math.abs(Date.parse(used.last_used_at) - Date.now())).toBeLessThan(60_000);
  });
});

test('each contract is shown by its own document alone', async () => {
  const staff = (await app().call('GET', '/api/openapi.json')).body;
  const site = (await app().call('GET', '/api/site/openapi.json')).body;
  expect(Object.keys(site.paths)).toContain('/api/site/seen');
  expect(Object.keys(site.paths)).toContain('/api/site/login-as/state');
  expect(Object.keys(staff.paths)).toContain('/api/wladmin/user/{id}/login');
  expect(Object.keys(staff.paths).filter((path) => path.startsWith('/api/site/'))).toEqual([]);
  expect(Object.keys(site.paths).filter((path) => !path.startsWith('/api/site/'))).toEqual([]);
  expect((await app().call('GET', '/api/site/docs')).status).toBeLessThan(400);
});
