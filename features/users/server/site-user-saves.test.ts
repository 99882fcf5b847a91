/** Site users made and changed: what is kept, what is refused, who hears of it. */

import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Answer, type Call, statusesOf, useTestApp } from '../../../test/harness.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let [own, other]: number[] = [];
let superadmin: Call & { admin_id: number };
let bound: Call & { admin_id: number };

beforeAll(async () => {
  own = (await makeProgram(db(), { program_display_name: 'Brightside' })).id;
  other = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['users'], program_id: own });
});

let made = 0;
const address = () => `person-${++made}@example.org`;
const post = (user_data: object, call: Call = superadmin) => call('POST', 'site-user', { user_data });
const create = (values: object = {}, call: Call = superadmin) =>
  post({ email: address(), password: 'a secret', site_program: own, ...values }, call);
const patch = (id: number, user_data: object, call: Call = superadmin) =>
  call('PATCH', `site-user/${id}`, { user_data });
const refusal = ({ status, body }: Answer) => [status, body.errors?.[0].path];
const stored = (id: number) =>
  db().selectFrom('site_users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const entriesOf = (id: number) =>
  db()
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after', 'program_id', 'admin_id'])
    .where('entity', '=', 'site_user')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();
const mailsTo = (to_address: string) =>
  db().selectFrom('mails').select(['subject', 'body_text']).where('to_address', '=', to_address).execute();

describe('POST site-user', () => {
  test('makes one of the least body, with the defaults', async () => {
    const { status, body } = await create({ email: ' Ada@Exämple.org ' });
    expect([status, body.user]).toMatchObject([
      200,
      {
        email: 'Ada@Exämple.org',
        site_program: own,
        user_type: 'S',
        status: 1,
        approved: 1,
        viewable: 0,
        del_status: 0,
        membership: 0,
        membership_at: null,
        locale: 'en',
        timezone: 31,
        categories: [],
        first_name: '',
        daily_quiz_disabled: 0,
        photo: null,
        banner: null,
        level: 1,
        lilt_balance: 0,
      },
    ]);
    expect(await mailsTo('Ada@Exämple.org')).toEqual([]);
  });

  test('keeps all that it is given, and takes no notice of what is not its to set', async () => {
    const given = {
      first_name: 'Ada',
      last_name: 'Lovelace',
      gulfpower_empid: 'E-1',
      user_type: 'O',
      status: 2,
      approved: 0,
      viewable: 0,
      membership: 1,
      locale: 'zh-TW',
      site_address: '1 High Street',
      timezone: 318,
      experience: 'x',
      student_profession: 'y',
      more_about_you: 'z',
      other_information: 'w',
      daily_quiz_disabled: 1,
      lilt_delivery: '{"name":"Ada"}',
    };
    const { body } = await create({ ...given, lilt_balance: 1000, level: 9, id: 1 });
    expect(body.user).toMatchObject({ ...given, lilt_balance: 0, level: 1 });
    expect(Date.now() - Date.parse(body.user.membership_at)).toBeLessThan(60_000);
  });

  test('hashes the password, which nobody is told', async () => {
    const password = 'correct horse battery';
    const { body } = await create({ password });
    const { id } = body.user;
    const { password_hash } = await stored(id);
    expect(await verify(password_hash ?? '', password)).toBe(true);
    await patch(id, { password: 'another horse', first_name: 'Ada' });
    const told = JSON.stringify([
      body,
      (await superadmin('GET', `site-user/${id}`)).body,
      await entriesOf(id),
    ]);
    expect(told).not.toMatch(/horse|argon2/);
    expect(await verify((await stored(id)).password_hash ?? '', 'another horse')).toBe(true);
    expect((await entriesOf(id))[1]).toMatchObject({
      before: { first_name: '' },
      after: { first_name: 'Ada', password: 'changed' },
    });
    await patch(id, { password: '', last_name: 'Lovelace' });
    expect(await verify((await stored(id)).password_hash ?? '', 'another horse')).toBe(true);
  });

  test('a bound admin makes them in the own program: named or not; 403 in another', async () => {
    expect((await create({ site_program: undefined }, bound)).body.user.site_program).toBe(own);
    expect((await create({}, bound)).body.user.site_program).toBe(own);
    expect((await create({ site_program: other }, bound)).status).toBe(403);
  });

  test.each<[string, object, string]>([
    ['no address', { email: '' }, 'email'],
    ['half an address', { email: 'ada@' }, 'email'],
    ['no password', { password: '' }, 'password'],
    ['a short password', { password: 'ab' }, 'password'],
    ['no program', { site_program: undefined }, 'site_program'],
    ['null for a program', { site_program: null }, 'site_program'],
    ['program 0', { site_program: 0 }, 'site_program'],
    ['a program that is not there', { site_program: 2_000_000_000 }, 'site_program'],
    ['a time zone that is not there', { timezone: 32_000 }, 'timezone'],
    ['a status of 3', { status: 3 }, 'status'],
    ['a type of X', { user_type: 'X' }, 'user_type'],
    ['a language that is none', { locale: 'xx' }, 'locale'],
    ['a photo that nobody has sent', { photo_id: 2_000_000_000 }, 'photo_id'],
    [
      'a category that is not there',
      { categories: [{ category_id: 2_000_000_000 }] },
      'categories.0.category_id',
    ],
  ])('refuses %s: 400 at the field', async (_, values, field) => {
    expect(refusal(await create(values))).toEqual([400, `user_data.${field}`]);
  });

  test('many at once for one address make one user: the rest are told that it is taken', async () => {
    const callers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        app().as(n % 2 ? { permissions: ['superadmin'] } : { permissions: ['users'], program_id: own }),
      ),
    );
    const email = address();
    const wanting = inDepth(20, 50);
    const answers = await Promise.all(
      Array.from({ length: wanting }, (_, n) =>
        create(
          { email: n % 3 ? email : email.toUpperCase(), site_program: n % 2 ? other : own },
          callers[n % 10],
        ),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: wanting - 1 }, () => 400)]);
    const refused = answers.filter(({ status }) => status === 400).map(({ body }) => body.errors);
    expect(new Set(refused.map((errors) => JSON.stringify(errors)))).toEqual(
      new Set(['[{"path":"user_data.email","message":"Another user has this email"}]']),
    );
  });

  test('writes a welcome where it is asked to, also in the name of a bound admin', async () => {
    for (const call of [superadmin, bound]) {
      const { status, body } = await create({ first_name: 'Ada', send_email: true }, call);
      expect([status, body]).toEqual([200, expect.anything()]);
      expect(await mailsTo(body.user.email)).toEqual([
        {
          subject: 'Welcome to Brightside',
          body_text: expect.stringMatching(
            /^Hello Ada,\n[^]*Sign in with person-\d+@example\.org:\nhttp[^ ]*\/site\/\S+\n/,
          ),
        },
      ]);
      expect(JSON.stringify(await mailsTo(body.user.email))).not.toContain('a secret');
    }
  });

  test('the same key makes one user', async () => {
    const body = { user_data: { email: address(), password: 'a secret', site_program: own } };
    const [first, again] = [
      await bound('POST', 'site-user', body, { 'idempotency-key': 'k' }),
      await bound('POST', 'site-user', body, { 'idempotency-key': 'k' }),
    ];
    expect([again.status, again.body]).toEqual([200, first.body]);
  });
});

describe('an address', () => {
  test.each([
    ['straße@example.org', 'STRASSE@example.org'],
    ['ada.l@example.org', 'ADA.L@Example.ORG'],
    ['josé@example.org', 'jose\u0301@example.org'],
    ['ａda2@example.org', 'ada2@example.org'],
  ])('%s is the same as %s', async (one, same) => {
    expect((await create({ email: one })).status).toBe(200);
    expect(refusal(await create({ email: same }))).toEqual([400, 'user_data.email']);
  });

  test('of somebody foreign is taken as well, and nothing else is said of them', async () => {
    const { email } = await makeSiteUser(db(), { email: address(), program_id: other });
    const mine = (await create({}, bound)).body.user;
    for (const answer of [await create({ email }, bound), await patch(mine.id, { email }, bound)]) {
      expect(refusal(answer)).toEqual([400, 'user_data.email']);
      expect(answer.body.message).toBe('Another user has this email');
    }
  });

  test('of somebody deleted is free, and whoever comes back too late is told', async () => {
    const first = (await create()).body.user;
    await patch(first.id, { del_status: 1 });
    const second = await create({ email: first.email.toUpperCase() });
    expect(second.status).toBe(200);
    expect(refusal(await patch(first.id, { del_status: 0 }))).toEqual([400, 'user_data.email']);
    expect((await stored(first.id)).del_status).toBe(1);
    expect((await create({ email: first.email, del_status: 1 })).status).toBe(200);
    // What is deleted may be called the same, and may be edited.
    expect((await patch(first.id, { first_name: 'Ada', email: second.body.user.email })).status).toBe(200);
    await patch(second.body.user.id, { del_status: 1 });
    expect((await patch(first.id, { del_status: 0 })).status).toBe(200);
  });

  test('that twenty want at once is one’s: by new ones, changes and those who come back', async () => {
    const email = address();
    const ids = (
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          makeSiteUser(db(), { program_id: own, ...(n % 2 && { email, del_status: 1 }) }),
        ),
      )
    ).map(({ id }) => id);
    const answers = await Promise.all([
      ...ids.map((id, n) => patch(id, n % 2 ? { del_status: 0 } : { email })),
      create({ email }),
    ]);
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 20 }, () => 400)]);
    expect(answers.filter(({ status }) => status === 400).map(refusal)).toEqual(
      Array.from({ length: 20 }, () => [400, 'user_data.email']),
    );
  });

  test('is not in its own way: the same saved again, or written otherwise', async () => {
    const { id, email } = (await create()).body.user;
    expect((await patch(id, { email })).status).toBe(200);
    expect((await patch(id, { email: email.toUpperCase() })).body.user.email).toBe(email.toUpperCase());
  });
});

describe('PATCH site-user/{id}', () => {
  let id: number;
  beforeEach(async () => {
    id = (await makeSiteUser(db(), { program_id: own, email: address() })).id;
  });

  test('changes what is named, keeps the rest, and leaves one entry of what was otherwise', async () => {
    const before = await stored(id);
    const { body } = await patch(
      id,
      { first_name: 'Grace', viewable: false, last_name: before.last_name },
      bound,
    );
    expect(body.user).toMatchObject({ first_name: 'Grace', viewable: 0, last_name: before.last_name });
    expect(await entriesOf(id)).toEqual([
      {
        action: 'update',
        before: { first_name: 'Ada', viewable: 1 },
        after: { first_name: 'Grace', viewable: 0 },
        program_id: own,
        admin_id: bound.admin_id,
      },
    ]);
    const again = await patch(id, { first_name: 'Grace', viewable: 0 });
    expect(again.body.user.updated_at).toBe(body.user.updated_at);
    expect(await entriesOf(id)).toHaveLength(1);
  });

  test('sent back as it was read, changes nothing', async () => {
    const { user } = (await superadmin('GET', `site-user/${id}`)).body;
    expect((await patch(id, user)).body.user).toEqual(user);
    expect(await entriesOf(id)).toEqual([]);
  });

  test('a membership has its moment once, and none when it ends', async () => {
    const since = (await patch(id, { membership: 1 })).body.user.membership_at;
    expect(since).toEqual(expect.any(String));
    expect((await patch(id, { membership: true, first_name: 'Still' })).body.user.membership_at).toBe(since);
    expect((await patch(id, { membership: 0 })).body.user.membership_at).toBeNull();
  });

  test('moves between programs by whoever sees both, and both read of it; 403 for a bound admin', async () => {
    expect((await patch(id, { site_program: other }, bound)).status).toBe(403);
    expect((await patch(id, { site_program: own }, bound)).status).toBe(200);
    expect((await patch(id, { site_program: other })).body.user.site_program).toBe(other);
    expect((await entriesOf(id)).map(({ program_id }) => program_id)).toEqual([other, own]);
    expect((await patch(id, { first_name: 'x' }, bound)).status).toBe(404);
  });

  test('one without a program needs one from the first save on', async () => {
    const old = (await makeSiteUser(db(), { email: address() })).id;
    expect(refusal(await patch(old, { first_name: 'x' }))).toEqual([400, 'user_data.site_program']);
    expect((await patch(old, { first_name: 'x', site_program: own })).status).toBe(200);
  });

  test('deleting marks, and nothing else of the user goes', async () => {
    await db()
      .insertInto('site_user_sites')
      .values({ user_id: id, program_id: other ?? 0 })
      .execute();
    const before = await stored(id);
    expect((await patch(id, { del_status: 1 }, bound)).body.user.del_status).toBe(1);
    const { updated_at: _, updated_by: __, ...after } = await stored(id);
    expect({ ...before, ...after }).toEqual({ ...before, del_status: 1 });
    expect((await superadmin('GET', `user/${id}/sites`)).body.sites).toEqual([other]);
  });

  test('409 where somebody has saved since, 404 for a foreign one and for nobody', async () => {
    const { updated_at } = (await superadmin('GET', `site-user/${id}`)).body.user;
    await patch(id, { first_name: 'First' }, bound);
    const stale = await patch(id, { first_name: 'Second', updated_at });
    expect([stale.status, stale.body.conflict.changed_by]).toEqual([409, expect.stringContaining('@')]);
    const foreign = (await makeSiteUser(db(), { email: address(), program_id: other })).id;
    for (const nobody of [foreign, 2_000_000_000])
      expect((await patch(nobody, { first_name: 'x' }, bound)).status).toBe(404);
  });

  test.each<[object, string]>([
    [{ email: 'x' }, 'email'],
    [{ site_program: 2_000_000_000 }, 'site_program'],
    [{ site_program: 0 }, 'site_program'],
    [{ timezone: 32_000 }, 'timezone'],
    [{ status: 'on' }, 'status'],
    [{ first_name: 'x'.repeat(101) }, 'first_name'],
    [{ first_name: 'a\0b' }, 'first_name'],
  ])('refuses %j: 400 at the field', async (values, field) => {
    expect(refusal(await patch(id, values))).toEqual([400, `user_data.${field}`]);
    expect(await entriesOf(id)).toEqual([]);
  });
});

describe('images', () => {
  const upload = async (type: string, program_id: number | null = null) => {
    const values = { path: `/storage/images/${crypto.randomUUID()}.webp`, original_file: 'a.png', bytes: 1 };
    const { id } = await db()
      .insertInto('uploads')
      .values({
        ...values,
        type,
        width: 1,
        height: 1,
        sha256: Buffer.alloc(32),
        uploaded_by: superadmin.admin_id,
        program_id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };

  test('are uploads of their own kind that the caller’s program has sent; those that stand may stay', async () => {
    const [photo, banner] = [await upload('user-photo', own), await upload('user-banner', own)];
    const { id } = (await create({}, bound)).body.user;
    const set = await patch(id, { photo_id: photo, banner_id: banner }, bound);
    expect(set.body.user).toMatchObject({
      photo: { id: photo, original_name: 'a.png' },
      banner: { id: banner },
    });
    const foreign = await upload('user-photo', other);
    for (const [values, field] of [
      [{ photo_id: banner }, 'photo_id'],
      [{ banner_id: photo }, 'banner_id'],
      [{ photo_id: foreign }, 'photo_id'],
      [{ photo_id: await upload('event-image', own) }, 'photo_id'],
    ] as const)
      expect(refusal(await patch(id, values, bound))).toEqual([400, `user_data.${field}`]);
    // Set by whoever sees all, it may be sent back by whoever could not have chosen it.
    expect((await patch(id, { photo_id: foreign })).status).toBe(200);
    expect((await patch(id, { photo_id: foreign, first_name: 'x' }, bound)).body.user.photo.id).toBe(foreign);
    // Nor does it become theirs to read by a statement.
    const unseen = await upload('user-banner', other);
    const naming = sql`update site_users set banner_id = ${unseen} where id = ${id}`;
    await expect(naming.execute(app().platform.database.forProgram(own ?? 0))).rejects.toMatchObject({
      constraint: 'images_in_sight',
    });
    const none = await patch(id, { photo_id: 0, banner_id: 0 }, bound);
    expect(none.body.user).toMatchObject({ photo: null, banner: null });
  });
});

describe('categories', () => {
  const category = async (category_name: string, values: object = {}) =>
    (
      await db()
        .insertInto('site_categories')
        .values({ category_name, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;

  test('are pairs of a top-level one and, or not, one below it; left out they stay', async () => {
    const [crafts, music] = [await category('Crafts'), await category('Music')];
    const [pottery, deleted] = [
      await category('Pottery', { parent_id: crafts }),
      await category('Weaving', { parent_id: crafts, del_flag: 1 }),
    ];
    const pairs = [
      { category_id: music, sub_category_id: null },
      { category_id: crafts, sub_category_id: pottery },
      { category_id: crafts },
      { category_id: music },
    ];
    const { body } = await create({ categories: pairs }, bound);
    const { id } = body.user;
    const named = [
      { category_id: crafts, sub_category_id: null, category_name: 'Crafts', sub_category_name: null },
      {
        category_id: crafts,
        sub_category_id: pottery,
        category_name: 'Crafts',
        sub_category_name: 'Pottery',
      },
      { category_id: music, sub_category_id: null, category_name: 'Music', sub_category_name: null },
    ];
    expect(body.user.categories).toEqual(named);
    expect((await bound('GET', `user/${id}/categories`)).body.categories).toEqual(named);
    expect((await patch(id, { first_name: 'x' })).body.user.categories).toEqual(named);
    // As they were read, with their names.
    const same = await patch(id, { categories: named });
    expect([same.body.user.categories, (await entriesOf(id)).length]).toEqual([named, 2]);
    for (const [at, pair] of [
      ['category_id', { category_id: pottery }],
      ['sub_category_id', { category_id: music, sub_category_id: pottery }],
      ['sub_category_id', { category_id: crafts, sub_category_id: deleted }],
      ['sub_category_id', { category_id: crafts, sub_category_id: crafts }],
    ] as const)
      expect(refusal(await patch(id, { categories: [{ category_id: music }, pair] }, bound))).toEqual([
        400,
        `user_data.categories.1.${at}`,
      ]);
    expect((await patch(id, { categories: [] }, bound)).body.user.categories).toEqual([]);
    const last = (await entriesOf(id)).at(-1);
    expect(last).toMatchObject({ before: { categories: { length: 3 } }, after: { categories: [] } });
  });

  test('one below another stays there while users are in it', async () => {
    const [crafts, music] = [await category('Crafts'), await category('Music')];
    const pottery = await category('Pottery', { parent_id: crafts });
    await create({ categories: [{ category_id: crafts, sub_category_id: pottery }] });
    const moved = await superadmin('PATCH', `site-category/${pottery}`, { data: { parent_id: music } });
    expect([moved.status, moved.body.message]).toEqual([
      409,
      "This subcategory has users, so it can't move to another category",
    ]);
  });

  test('a bound admin is offered the site’s and the own: a foreign one is neither shown nor taken away', async () => {
    const [mine, foreign] = [
      await category('Mine', { program_id: own }),
      await category('Foreign', { program_id: other }),
    ];
    const { id } = (await create()).body.user;
    expect(refusal(await patch(id, { categories: [{ category_id: foreign }] }, bound))).toEqual([
      400,
      'user_data.categories.0.category_id',
    ]);
    await patch(id, { categories: [{ category_id: foreign }, { category_id: mine }] });
    const shown = (await bound('GET', `site-user/${id}`)).body.user.categories;
    expect(shown).toMatchObject([{ category_id: mine }]);
    await patch(id, { categories: [] }, bound);
    expect((await superadmin('GET', `user/${id}/categories`)).body.categories).toMatchObject([
      { category_id: foreign },
    ]);
  });
});
