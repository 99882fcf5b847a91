/** Who takes a class and what is said of it: whose names are seen, who may be enrolled, what a switch does. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import type { ClassUser } from '../people-contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let [own, other, third]: number[] = [];
let ada: number;
let superadmin: Call;
let bound: Call;
let elsewhere: Call;
let id: number;

beforeAll(async () => {
  const program = async () => (await makeProgram(db())).id;
  [own, other, third] = [await program(), await program(), await program()];
  ada = (await makeInstructor(db(), { program_id: own })).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['catalogue'], program_id: own });
  elsewhere = await app().as({ permissions: ['catalogue'], program_id: other });
});
/** At home in one program, sold in another. */
beforeEach(async () => {
  id = (await makeClass(db(), { instructor_id: ada, program_id: own })).id;
  await db()
    .insertInto('class_programs')
    .values({ class_id: id, program_id: other ?? 0 })
    .execute();
});

const person = async (program_id: number | undefined, values: object = {}) =>
  (await makeSiteUser(db(), { program_id: program_id ?? null, ...values })).id;
const enrolled = async (user_id: number, values: object = {}) =>
  (
    await db()
      .insertInto('class_users')
      .values({ class_id: id, user_id, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const users = async (call: Call, query = ''): Promise<ClassUser[]> =>
  (await call('GET', `class/${id}/users?${query}`)).body.users;
const enrol = (call: Call, user: number, class_id = id) =>
  call('POST', `class/${class_id}/user-enrol/${user}`);
const flip = (call: Call, enrolment: number) => call('PATCH', `class/user-enrol/switch/${enrolment}`);
const rows = () => db().selectFrom('class_users').selectAll().where('class_id', '=', id).execute();

describe('GET class/{id}/users', () => {
  test('by where the enrolment came from', async () => {
    const sources = ['hand', 'site', 'stripe', 'import'] as const;
    for (const source of sources) await enrolled(await person(own), { source });
    for (const source of sources)
      expect((await users(bound, `source=${source}`)).map((user) => user.source)).toEqual([source]);
    expect(await users(bound)).toHaveLength(4);
  });

  test('names all of a class at home, and of one that is only sold the own people', async () => {
    const mine = await person(own, { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.org' });
    const theirs = await person(other, {
      first_name: 'Radia',
      last_name: 'Perlman',
      email: 'radia@example.org',
    });
    const made = [await enrolled(mine), await enrolled(theirs, { enrol_status: 5 })];
    for (const call of [superadmin, bound]) {
      expect(await users(call)).toEqual([
        {
          id: made[0],
          user_id: mine,
          first_name: 'Grace',
          last_name: 'Hopper',
          email: 'grace@example.org',
          enrol_status: 0,
          cancel_after_refund: 0,
          dateadded: expect.any(String),
          source: 'hand',
        },
        expect.objectContaining({ id: made[1], user_id: theirs, first_name: 'Radia', enrol_status: 5 }),
      ]);
      expect(await users(call, 'name=perl%20RADIA')).toMatchObject([{ user_id: theirs }]);
      expect(await users(call, `name=${theirs}`)).toMatchObject([{ user_id: theirs }]);
    }
    expect(await users(elsewhere)).toMatchObject([{ user_id: theirs }]);
    expect(await users(elsewhere, 'name=grace')).toEqual([]);
    const stranger = await app().as({ permissions: ['catalogue'], program_id: third });
    expect((await stranger('GET', `class/${id}/users`)).status).toBe(404);
  });

  test('is paged, with the count', async () => {
    const values = await Promise.all(
      Array.from({ length: 51 }, async () => ({ user_id: await person(own) })),
    );
    await db()
      .insertInto('class_users')
      .values(values.map((value) => ({ class_id: id, ...value })))
      .execute();
    const { body } = await bound('GET', `class/${id}/users?page=2`);
    expect([body.users.length, body.count]).toEqual([1, 51]);
  });
});

describe('enrolling', () => {
  test('takes people of a program that sells it: of any by global admins, its own by a program’s staff', async () => {
    expect((await enrol(bound, await person(own))).status).toBe(200);
    // Whoever may name strangers would read them among the users of the class.
    expect((await enrol(bound, await person(other))).status).toBe(404);
    expect((await enrol(superadmin, await person(other))).status).toBe(200);
    expect((await enrol(elsewhere, await person(other))).status).toBe(200);
    expect((await enrol(superadmin, await person(other, { user_type: 'I' }))).status).toBe(200);
    expect((await enrol(elsewhere, await person(own))).status).toBe(404);
    expect((await enrol(bound, await person(third))).status).toBe(404);
    expect((await enrol(bound, 2_000_000_000)).status).toBe(404);
    const strange = await enrol(superadmin, await person(third));
    expect([strange.status, strange.body.message]).toEqual([
      400,
      'The class is not sold in the program of this user',
    ]);
    expect((await enrol(superadmin, await person(own, { del_status: 1 }))).status).toBe(400);
    expect(await rows()).toHaveLength(4);
  });

  test.each([
    [{ enrol_status: 0 }],
    [{ enrol_status: 5 }],
    [{ enrol_status: 1 }],
    [{ enrol_status: 0, cancel_after_refund: 1 }],
  ])('who stands there as %j stays as they are', async (state) => {
    const user = await person(own);
    const enrolment = await enrolled(user, state);
    const { status, body } = await enrol(bound, user);
    expect([status, body]).toEqual([200, { id: enrolment, cancel_after_refund: 0, ...state }]);
    expect(await rows()).toMatchObject([state]);
  });

  test('fifty times at once makes one enrolment and one entry', async () => {
    const user = await person(own);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => enrol(at % 2 ? bound : superadmin, user)),
    );
    const [row, ...others] = await rows();
    expect([new Set(answers.map(({ status }) => status)), others]).toEqual([new Set([200]), []]);
    expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([row?.id]));
    const { audit } = (await superadmin('GET', `audit?entity=enrolment&entity_id=${row?.id}`)).body;
    expect(audit).toMatchObject([
      { action: 'create', after: { class_id: id, user_id: user, enrol_status: 0 } },
    ]);
  });
});

describe('the switch', () => {
  test('blocks who is active and activates who is blocked, and is recorded', async () => {
    const enrolment = await enrolled(await person(other));
    expect((await flip(bound, enrolment)).body).toMatchObject({ id: enrolment, enrol_status: 5 });
    expect((await flip(elsewhere, enrolment)).body).toMatchObject({ enrol_status: 0 });
    const { audit } = (await superadmin('GET', `audit?entity=enrolment&entity_id=${enrolment}`)).body;
    expect(audit.map((entry: { action: string }) => entry.action).toSorted()).toEqual([
      'activate',
      'unenrol',
    ]);
  });

  test.each([
    [{ enrol_status: 1 }],
    [{ enrol_status: 3 }],
    [{ enrol_status: 0, cancel_after_refund: 1 }],
    [{ enrol_status: 5, cancel_after_refund: 1 }],
  ])('offers nothing to %j: 400', async (state) => {
    const enrolment = await enrolled(await person(own), state);
    const { status, body } = await flip(bound, enrolment);
    expect([status, body.message]).toEqual([400, 'This enrolment is canceled']);
    expect(await rows()).toMatchObject([state]);
  });

  test('is not for others’ people beyond the home of the class', async () => {
    const enrolment = await enrolled(await person(own));
    expect((await flip(elsewhere, enrolment)).status).toBe(404);
    expect((await flip(superadmin, 2_000_000_000)).status).toBe(404);
    expect(await rows()).toMatchObject([{ enrol_status: 0 }]);
  });
});

describe('comments', () => {
  test('are read, the newest first, and removed for good; the audit keeps their text', async () => {
    const user_id = await person(own, { first_name: 'Grace', last_name: 'Hopper' });
    const make = async (message: string) =>
      (
        await db()
          .insertInto('class_comments')
          .values({ class_id: id, user_id, message })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const [first, second] = [await make('Well said'), await make('<b>Badly</b> said')];
    const { body } = await bound('GET', `class/${id}/comments`);
    expect([body.count, body.comments]).toEqual([
      2,
      [
        {
          id: second,
          message: '<b>Badly</b> said',
          user_name: 'Grace Hopper',
          created_at: expect.any(String),
        },
        expect.objectContaining({ id: first }),
      ],
    ]);
    expect((await elsewhere('GET', `class/${id}/comments`)).status).toBe(403);
    expect((await elsewhere('DELETE', `comment/${first}`)).status).toBe(404);
    expect((await bound('DELETE', `comment/${second}`)).body).toEqual({ id: second });
    expect((await bound('DELETE', `comment/${second}`)).status).toBe(404);
    expect((await bound('GET', `class/${id}/comments`)).body.comments).toMatchObject([{ id: first }]);
    const { audit } = (await superadmin('GET', `audit?entity=class_comment&entity_id=${second}`)).body;
    expect(audit).toMatchObject([
      { action: 'delete', before: { message: '<b>Badly</b> said', class_id: id } },
    ]);
  });
});
