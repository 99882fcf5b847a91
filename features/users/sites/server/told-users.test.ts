/** People of whom sites tell: each once by reference or email, and nobody of another site. Specification: Sites, people. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { passwordMatches } from '../../../../server/passwords/password-hashes.ts';
import { makeCategory, makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

let program: number;
let key: string;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  key = (await makeSiteKey(db(), program)).site_key;
  await db().deleteFrom('mails').execute();
});

let made = 0;
const newEmail = () => `told.${++made}@example.org`;
const headers = (as = key) => ({ authorization: `Bearer ${as}` });
const tell = (body: object, as = key) => app().call('POST', '/api/site/users', body, headers(as));
const read = (id: number, as = key) => app().call('GET', `/api/site/users/${id}`, undefined, headers(as));
const people = () => db().selectFrom('site_users').selectAll().where('program_id', '=', program).execute();
const statesOf = ({ body }: { body: { results: { state: string }[] } }) =>
  body.results.map(({ state }) => state);

describe('a person', () => {
  test('is made with all that is told, and read so', async () => {
    const { id: category_id } = await makeCategory(db(), { program_id: program });
    const told = {
      reference: 'person-1',
      email: newEmail(),
      first_name: 'Ada',
      last_name: 'Lovelace',
      user_type: 'I',
      locale: 'de',
      timezone: 'europe/berlin',
      membership: true,
      categories: [{ category_id }],
    };
    const { status, body } = await tell({ ...told, password: 'a password', send_email: true });
    expect([status, body.results]).toEqual([
      200,
      [{ reference: 'person-1', id: expect.any(Number), state: 'created', errors: [] }],
    ]);
    const [{ id }] = body.results;
    const { id: timezone } = await db()
      .selectFrom('timezones')
      .select('id')
      .where('name', '=', 'Europe/Berlin')
      .executeTakeFirstOrThrow();
    expect((await read(id)).body.user).toEqual({
      ...told,
      id,
      timezone,
      categories: [
        { category_id, sub_category_id: null, category_name: expect.any(String), sub_category_name: null },
      ],
      photo_id: null,
      photo: null,
      lilt_balance: 0,
      level: 1,
      updated_at: expect.any(String),
    });
    const [row] = await people();
    expect(await passwordMatches(row?.password_hash ?? undefined, 'a password', 'test')).toBe(true);
    const mails = await db().selectFrom('mails').select('to_address').execute();
    expect(mails).toEqual([{ to_address: told.email }]);
    const entries = db().selectFrom('audit_entries').selectAll().where('entity', '=', 'site_user');
    expect(await entries.where('entity_id', '=', String(id)).execute()).toMatchObject([
      { action: 'create', admin_id: null, program_id: program, site_key_id: expect.any(Number) },
    ]);
  });

  test('told again is unchanged, with the password as well; told otherwise is updated', async () => {
    const told = { reference: 'r', email: newEmail(), first_name: 'Ada', password: 'a password' };
    const { results } = (await tell(told)).body;
    const [before] = await people();
    expect((await tell(told)).body.results).toEqual([{ ...results[0], state: 'unchanged' }]);
    expect((await people())[0]).toEqual(before);
    const moved = { reference: 'r', email: newEmail(), first_name: 'Grace', password: 'another one' };
    expect((await tell(moved)).body.results).toEqual([{ ...results[0], state: 'updated' }]);
    const [after, ...more] = await people();
    expect([after, more]).toMatchObject([{ id: before?.id, email: moved.email, first_name: 'Grace' }, []]);
    expect(await passwordMatches(after?.password_hash ?? undefined, 'another one', 'test')).toBe(true);
    const mails = await db().selectFrom('mails').select('to_address').orderBy('id').execute();
    expect(mails.map(({ to_address }) => to_address)).toEqual([moved.email, told.email]);
  });

  test('is found by email without a reference, and gets one later', async () => {
    const email = newEmail();
    const { id } = await makeSiteUser(db(), { program_id: program, email });
    expect((await tell({ email: email.toUpperCase(), reference: 'named' })).body.results).toEqual([
      { reference: 'named', id, state: 'updated', errors: [] },
    ]);
    expect(statesOf(await tell({ reference: 'named', last_name: 'Hopper' }))).toEqual(['updated']);
    expect(await people()).toMatchObject([{ id, last_name: 'Hopper' }]);
  });

  test('has one name: a second one for the same email is refused, and names nobody', async () => {
    const email = newEmail();
    await tell({ reference: 'first', email });
    const { status, body } = await tell({ reference: 'second', email });
    expect([status, body.errors]).toEqual([400, [{ path: 'email', message: 'Another user has this email' }]]);
    const other = newEmail();
    expect(statesOf(await tell({ reference: 'second', email: other }))).toEqual(['created']);
    expect((await tell({ reference: 'second', email })).body.errors[0].path).toBe('email');
  });

  test('of the same reference on another site is somebody else', async () => {
    const other = (await makeProgram(db())).id;
    const { site_key } = await makeSiteKey(db(), other);
    const here = (await tell({ reference: 'same', email: newEmail() })).body.results[0].id;
    const there = await tell({ reference: 'same', email: newEmail() }, site_key);
    expect(there.body.results[0]).toMatchObject({ state: 'created' });
    expect(there.body.results[0].id).not.toBe(here);
    expect((await read(here, site_key)).status).toBe(404);
  });

  test('told fifty times at once is one, and one answer', async () => {
    for (const body of [
      { reference: 'at once', email: newEmail(), first_name: 'Ada' },
      { email: newEmail(), first_name: 'Grace' },
      { reference: 'hashed', email: newEmail(), password: 'a password' },
    ]) {
      const count = body.password ? 10 : 50;
      const answers = await Promise.all(Array.from({ length: count }, () => tell(body)));
      expect(statusesOf(answers)).toEqual(Array(count).fill(200));
      expect(answers.flatMap(statesOf).toSorted()).toEqual([
        'created',
        ...Array(count - 1).fill('unchanged'),
      ]);
      expect(new Set(answers.map(({ body }) => body.results[0].id)).size).toBe(1);
    }
    expect(await people()).toHaveLength(3);
  });
});

describe('many', () => {
  test('one that is wrong is rejected alone; with atomic, all are', async () => {
    const right = { reference: 'right', email: newEmail() };
    const items = [
      right,
      { reference: 'nobody' },
      { ...right, locale: 'xx' },
      { email: newEmail(), timezone: 'Mars' },
    ];
    expect(
      (await tell({ items, atomic: true })).body.errors.map(({ path }: { path: string }) => path),
    ).toEqual(['items.1.email', 'items.2.locale', 'items.3.timezone']);
    const refused = await tell({ items: [right, { reference: 'nobody' }], atomic: true });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'items.1.email']);
    expect(await people()).toHaveLength(0);
    const { status, body } = await tell({ items });
    expect([status, body.results]).toMatchObject([
      200,
      [
        { reference: 'right', state: 'created' },
        { id: null, state: 'rejected', errors: [{ path: 'email', message: 'is required for a new user' }] },
        { state: 'rejected', errors: [{ path: 'locale' }] },
        { state: 'rejected', errors: [{ path: 'timezone', message: '"Mars" is not a time zone' }] },
      ],
    ]);
    expect(await people()).toHaveLength(1);
  });

  test('of whom one call tells twice, with passwords, is one; an address that is left is free within it', async () => {
    const [email, next] = [newEmail(), newEmail()];
    const twice = { email, password: 'a password' };
    const first = await tell({ items: [{ ...twice, reference: 'r' }, twice] });
    expect([first.status, statesOf(first)]).toEqual([200, ['created', 'updated']]);
    const moved = await tell({ items: [{ reference: 'r', email: next }, twice] });
    expect([moved.status, statesOf(moved)]).toEqual([200, ['updated', 'created']]);
    expect((await people()).map((user) => user.email).toSorted()).toEqual([email, next]);
  });

  test('however they are told, nobody is there twice, and a reference means one person', async () => {
    const names = fc.constantFrom('a', 'b', 'c');
    const one = fc.record({ reference: fc.option(names), email: names });
    const calls = fc.array(fc.array(one, { minLength: 1, maxLength: 4 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(calls, async (parcels) => {
        const round = ++made;
        const tellParcel = (parcel: { reference: string | null; email: string }[]) =>
          tell({
            items: parcel.map(({ reference, email }) => ({
              email: `${email}.${round}@example.org`,
              ...(reference && { reference: `${reference} ${round}` }),
            })),
          });
        const answers = await Promise.all(parcels.map(tellParcel));
        expect(statusesOf(answers)).toEqual(Array(parcels.length).fill(200));
        const there = (await people()).filter(({ email }) => email.endsWith(`.${round}@example.org`));
        expect(new Set(there.map(({ email }) => email)).size).toBe(there.length);
        const ids = new Map<string, number>();
        for (const { reference, id } of answers.flatMap(({ body }) => body.results)) {
          if (id === null) continue;
          expect(there.map((user) => user.id)).toContain(id);
          expect(reference === null ? id : (ids.get(reference) ?? id)).toBe(id);
          if (reference !== null) ids.set(reference, id);
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('refused', () => {
  test('an email at home elsewhere, known or not to the site, in the same words', async () => {
    const home = (await makeProgram(db())).id;
    const [stranger, visitor] = [newEmail(), newEmail()];
    await makeSiteUser(db(), { program_id: home, email: stranger });
    const { id } = await makeSiteUser(db(), { program_id: home, email: visitor });
    await db().insertInto('site_user_sites').values({ user_id: id, program_id: program }).execute();
    for (const email of [stranger, visitor]) {
      const { status, body } = await tell({ email, first_name: 'Mine' });
      expect([status, body.errors]).toEqual([
        400,
        [{ path: 'email', message: 'Another user has this email' }],
      ]);
    }
    expect((await read(id)).body.user.email).toBe(visitor);
  });

  test.each([
    ['neither reference nor email', {}, 'email'],
    ['a wrong email', { email: 'nowhere' }, 'email'],
    ['a type of none', { email: 'x@example.org', user_type: 'X' }, 'user_type'],
    ['a short password', { email: 'x@example.org', password: 'ab' }, 'password'],
    [
      'a category that is not there',
      { email: 'x@example.org', categories: [{ category_id: 2_000_000_000 }] },
      'categories.0.category_id',
    ],
    ['a photo of nobody', { email: 'x@example.org', photo_id: 2_000_000_000 }, 'photo_id'],
    ['an unknown number of a zone', { email: 'x@example.org', timezone: 2_000_000_000 }, 'timezone'],
  ])('%s is a 400', async (_, body, path) => {
    const answer = await tell(body);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
    expect(await people()).toHaveLength(0);
  });

  test('a category of another program', async () => {
    const { id: category_id } = await makeCategory(db(), { program_id: (await makeProgram(db())).id });
    const { status, body } = await tell({ email: newEmail(), categories: [{ category_id }] });
    expect([status, body.errors[0].path]).toEqual([400, 'categories.0.category_id']);
  });
});

test('categories and a photo that is not there are sent back as they were read', async () => {
  const { id: category_id } = await makeCategory(db(), { program_id: program });
  const { id } = (await tell({ email: newEmail(), categories: [{ category_id }] })).body.results[0];
  const { user } = (await read(id)).body;
  expect(user).toMatchObject({
    photo_id: null,
    categories: [{ category_id, category_name: expect.any(String) }],
  });
  const { email, categories, photo_id } = user;
  expect(statesOf(await tell({ email, categories, photo_id }))).toEqual(['unchanged']);
  const changed = await app().call('PATCH', `/api/site/users/${id}`, { categories, photo_id }, headers());
  expect([changed.status, changed.body.user.categories]).toEqual([200, categories]);
});

describe('closing', () => {
  const close = (id: number, as = key) => app().call('POST', `/api/site/users/${id}/close`, {}, headers(as));

  test('deletes, once and again the same; reference and email are free then', async () => {
    const told = { reference: 'r', email: newEmail() };
    const { id } = (await tell(told)).body.results[0];
    for (let turn = 0; turn < 2; turn++)
      expect(await close(id)).toMatchObject({ status: 200, body: { user_id: id, closed: true } });
    expect((await read(id)).status).toBe(404);
    const again = (await tell(told)).body.results[0];
    expect(again).toMatchObject({ reference: 'r', state: 'created' });
    expect(again.id).not.toBe(id);
    const other = await makeSiteKey(db(), (await makeProgram(db())).id);
    const { status, body } = await close(again.id, other.site_key);
    expect([status, body.errors[0].path]).toEqual([404, 'id']);
  });
});

test('five hundred people with their categories are not too much for a call', async () => {
  const categories = Array.from({ length: 10 }, () => ({ category_id: 1, sub_category_id: null }));
  // Of no type there is: each is read, and nobody made.
  const person = { first_name: 'Ada', last_name: 'Byron', user_type: 'X', locale: 'en', timezone: 'UTC' };
  const items = Array.from({ length: 500 }, () => ({ email: newEmail(), ...person, categories }));
  const answer = await tell({ items });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  expect(statesOf(answer)).toEqual(Array(500).fill('rejected'));
});

test('a parameter in the address of a write is a 400 that names it, and nothing is made', async () => {
  const { status, body } = await app().call(
    'POST',
    '/api/site/users?send_mail=1',
    { email: newEmail() },
    headers(),
  );
  expect([status, body.errors]).toEqual([
    400,
    [{ path: 'send_mail', message: 'The address does not take "send_mail"' }],
  ]);
  expect(await people()).toEqual([]);
});
