/** What people change of themselves on a site. Specification: Sites, people. */
import { beforeEach, expect, test } from 'vitest';
import { passwordMatches } from '../../../../server/passwords/password-hashes.ts';
import {
  makeAdmin,
  makeProgram,
  makeSiteKey,
  makeSiteUser,
  ADMIN_PASSWORD as PASSWORD,
} from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

let program: number;
let key: string;
let user: { id: number; email: string };
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  key = (await makeSiteKey(db(), program)).site_key;
  // As cheap to compare as that of the tests' admins.
  const { password_hash } = await makeAdmin(db(), { permissions: ['users'] });
  user = await makeSiteUser(db(), { program_id: program, user_type: 'I', password_hash });
  await db().deleteFrom('mails').execute();
});

const change = (body: object, id = user.id, as = key) =>
  app().call('PATCH', `/api/site/users/${id}`, body, { authorization: `Bearer ${as}` });
const stored = () =>
  db().selectFrom('site_users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();

test('names, language and the like need no password; what is left out stays', async () => {
  const { status, body } = await change({ last_name: 'Hopper', locale: 'es', timezone: 'UTC' });
  expect([status, body.user]).toMatchObject([200, { id: user.id, last_name: 'Hopper', locale: 'es' }]);
  expect(await stored()).toMatchObject({ email: user.email, user_type: 'I', last_name: 'Hopper' });
  const entries = db().selectFrom('audit_entries').selectAll().where('entity_id', '=', String(user.id));
  expect(await entries.where('entity', '=', 'site_user').execute()).toMatchObject([
    { action: 'update', admin_id: null, program_id: program, site_key_id: expect.any(Number) },
  ]);
});

test('a new email needs the password, and is mailed to the old address as well', async () => {
  const email = `moved.${user.id}@example.org`;
  for (const current_password of [undefined, 'wrong']) {
    const { status, body } = await change({ email, current_password });
    expect([status, body.code, body.errors[0].path]).toEqual([403, 'PASSWORD_WRONG', 'current_password']);
  }
  expect((await stored()).email).toBe(user.email);
  expect((await change({ email, current_password: PASSWORD })).body.user.email).toBe(email);
  const mails = await db().selectFrom('mails').select('to_address').orderBy('id').execute();
  expect(mails.map(({ to_address }) => to_address)).toEqual([email, user.email]);
  const untold = db().selectFrom('payee_changes').select('id').where('told_at', 'is', null);
  expect(await untold.where('user_id', '=', user.id).execute()).toEqual([]);
});

test('a new password needs the one of before, ends links and never stands in the audit', async () => {
  await db()
    .insertInto('site_password_resets')
    .values({
      token_hash: Buffer.alloc(32, user.id),
      user_id: user.id,
      program_id: program,
      expires_at: '2100-01-01T00:00:00Z',
    })
    .execute();
  expect((await change({ password: 'another one' })).body.code).toBe('PASSWORD_WRONG');
  expect((await change({ password: 'another one', current_password: PASSWORD })).status).toBe(200);
  const { password_hash } = await stored();
  expect(await passwordMatches(password_hash ?? undefined, 'another one', 'test')).toBe(true);
  const links = db().selectFrom('site_password_resets').select('used_at').where('user_id', '=', user.id);
  expect(await links.execute()).toEqual([{ used_at: expect.any(String) }]);
  const entries = await db()
    .selectFrom('audit_entries')
    .select('after')
    .where('entity_id', '=', String(user.id))
    .where('action', '=', 'update')
    .execute();
  expect(entries).toEqual([{ after: { password: 'changed' } }]);
});

test('five wrong passwords, and the right one waits', async () => {
  const email = `guessed.${user.id}@example.org`;
  for (let turn = 0; turn < 5; turn++)
    expect((await change({ email, current_password: 'wrong' })).status).toBe(403);
  const { status, headers } = await change({ email, current_password: PASSWORD });
  expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
});

test('who signs in there is changed as well; a stranger is a 404 by path', async () => {
  const home = (await makeProgram(db())).id;
  const { id } = await makeSiteUser(db(), { program_id: home });
  const { status, body } = await change({ first_name: 'X' }, id);
  expect([status, body.errors]).toEqual([404, [{ path: 'id', message: `There is no user ${id}` }]]);
  await db().insertInto('site_user_sites').values({ user_id: id, program_id: program }).execute();
  expect((await change({ first_name: 'X' }, id)).body.user.first_name).toBe('X');
});

test.each([
  ['user_type', { user_type: 'S' }],
  ['membership', { membership: true }],
  ['site_program', { site_program: 1 }],
])('%s is nobody’s own to change: 400', async (_, body) => {
  expect((await change(body)).status).toBe(400);
});

test('an email of somebody else is a 400, a reference of theirs a 409', async () => {
  const other = await makeSiteUser(db(), { program_id: (await makeProgram(db())).id });
  const taken = await change({ email: other.email, current_password: PASSWORD });
  expect([taken.status, taken.body.errors[0].path]).toEqual([400, 'email']);
  const beside = await makeSiteUser(db(), { program_id: program });
  expect((await change({ reference: 'mine' }, beside.id)).status).toBe(200);
  const { status, body } = await change({ reference: 'mine' });
  expect([status, body.code, body.errors[0].path]).toEqual([409, 'REFERENCE_TAKEN', 'reference']);
  expect((await change({ reference: 'yours' }, beside.id)).body.user.reference).toBe('yours');
  expect((await change({ reference: 'mine' })).body.user.reference).toBe('mine');
});
