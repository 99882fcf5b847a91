/** Where users sign in, and which programs sell all their classes; what two do at once. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeCategory,
  makeClass,
  makeInstructor,
  makeProgram,
  makeSiteUser,
} from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import { openHolder } from '../../../test/waiting.ts';
import { groupLock } from '../../commissions/server/groups.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let [home, two, three]: number[] = [];
let superadmin: Call;
let bound: Call;
let id: number;

beforeAll(async () => {
  const program = async () => (await makeProgram(db())).id;
  [home, two, three] = [await program(), await program(), await program()];
  superadmin = await app().as({ permissions: ['superadmin'], email: 'super@example.com' });
  bound = await app().as({ permissions: ['programadmin'], program_id: home });
});
beforeEach(async () => {
  id = (await makeInstructor(db(), { program_id: home })).id;
});

const sites = (programs: unknown, rest: object = {}, call = superadmin) =>
  call('PATCH', `user/${id}/sites`, { programs, ...rest });
const programs = (ids: unknown, rest: object = {}, call = superadmin) =>
  call('PATCH', `user/${id}/programs`, { programs: ids, ...rest });
const newClass = async (values: object = {}) =>
  (await makeClass(db(), { instructor_id: id, program_id: home, ...values })).id;
const linksOf = (class_id: number) =>
  db()
    .selectFrom('class_programs')
    .select(['program_id', 'active', 'discount_percentage', 'featured', 'made_for'])
    .where('class_id', '=', class_id)
    .orderBy('program_id')
    .execute();
const soldAt = async (class_id: number) => (await linksOf(class_id)).map(({ program_id }) => program_id);
const entries = (entity: string, entity_id: number) =>
  db()
    .selectFrom('audit_entries')
    .select(['action', 'program_id', 'before', 'after'])
    .where('entity', '=', entity)
    .where('entity_id', '=', String(entity_id))
    .orderBy('id')
    .execute();

describe('user/{id}/sites', () => {
  test('are those set by hand, beside home and what goes with it', async () => {
    await db()
      .insertInto('program_defaults')
      .values({ program_id: home ?? 0, default_program_id: two ?? 0 })
      .execute();
    const read = async () => (await superadmin('GET', `user/${id}/sites`)).body;
    const before = await read();
    expect(before).toMatchObject({ sites: [], default_programs: [home, two] });
    const saved = await sites([three, home, two, three]);
    expect(saved.body).toEqual({ ...before, sites: [three], updated_at: expect.any(String) });
    expect(await read()).toEqual(saved.body);
    expect((await sites([three])).body).toEqual(saved.body);
    expect(await entries('site_user', id)).toEqual([
      { action: 'sites', program_id: home, before: { sites: [] }, after: { sites: [three] } },
    ]);
    expect((await sites([])).body.sites).toEqual([]);
  });

  test('of somebody without a program are those set by hand alone', async () => {
    id = (await makeSiteUser(db())).id;
    expect((await sites([two])).body).toMatchObject({ sites: [two], default_programs: [] });
  });
});

describe('user/{id}/programs', () => {
  test('sell every class of the user that they did not sell before; deleted ones they do not', async () => {
    const [plain, bundle, gone, known] = [
      await newClass(),
      await newClass({ is_bundle: true }),
      await newClass({ del_flag: 1 }),
      await newClass(),
    ];
    await makeClass(db(), { instructor_id: (await makeInstructor(db())).id, program_id: home });
    const byHand = { class_id: known, program_id: two ?? 0, discount_percentage: 20, featured: true };
    await db().insertInto('class_programs').values(byHand).execute();
    const open = (await superadmin('GET', `class/${plain}/programs`)).body;
    const { body } = await programs([three, two, three]);
    expect(body).toMatchObject({ programs: [two, three], linked: 5, unlinked: 0 });
    const made = { active: 1, discount_percentage: 0, featured: false, made_for: id };
    for (const class_id of [plain, bundle])
      expect((await linksOf(class_id)).slice(1)).toEqual([
        { program_id: two, ...made },
        { program_id: three, ...made },
      ]);
    // Whoever has its programs open is told.
    expect((await superadmin('PATCH', `class/${plain}/programs`, open)).status).toBe(409);
    expect(await soldAt(gone)).toEqual([home]);
    expect((await linksOf(known))[1]).toMatchObject({ discount_percentage: 20, made_for: null });
    expect((await superadmin('GET', `user/${id}/programs`)).body).toEqual({
      programs: [two, three],
      updated_at: body.updated_at,
    });
    expect((await programs([two, three])).body).toEqual({ ...body, linked: 0 });
    // Whoever works for the program that sells it now reads of it, and the home of the user as well.
    expect(await entries('class', plain)).toEqual(
      [two, three].map((program_id) => ({
        action: 'programs',
        program_id,
        before: null,
        after: { program_id, discount_percentage: 0 },
      })),
    );
    expect((await entries('site_user', id)).map(({ action, program_id }) => [action, program_id])).toEqual([
      ['class-links', 0],
      ['class-links', two],
      ['class-links', three],
      ['programs', home],
    ]);
  });

  test('taken away lose the links that were made so and that nobody has edited since', async () => {
    const [left, edited, moved, byHand, gone] = [
      await newClass(),
      await newClass(),
      await newClass(),
      await newClass(),
      await newClass(),
    ];
    await db()
      .insertInto('class_programs')
      .values({ class_id: byHand, program_id: two ?? 0 })
      .execute();
    expect((await programs([two, three])).body.linked).toBe(9);
    const link = { program_id: two, discount_percentage: 5 };
    await superadmin('PATCH', `class/${edited}/programs`, { programs: [link, { program_id: three }] });
    await superadmin('PATCH', `class/${moved}`, { class_data: { program_id: two } });
    await superadmin('PATCH', `class/${gone}`, { class_data: { del_flag: 1 } });
    const { body } = await programs([three]);
    expect(body).toMatchObject({ programs: [three], linked: 0, unlinked: 1 });
    expect(await Promise.all([left, edited, moved, byHand, gone].map(soldAt))).toEqual(
      [
        [home, three],
        [home, two, three],
        [home, two, three],
        [home, two],
        [home, three],
      ].map((ids) => (ids[2] === undefined && ids[1] === two ? [home, two, three] : ids)),
    );
    expect((await programs([])).body).toMatchObject({ programs: [], unlinked: 4 });
  });

  test('taken away lose the categories that no other program of a class has: said before, answered and recorded', async () => {
    const [plain, kept, gone] = [await newClass(), await newClass(), await newClass()];
    await programs([two, three]);
    const { id: top } = await makeCategory(db(), { category_name: 'Pottery', program_id: two });
    const { id: below } = await makeCategory(db(), {
      category_name: 'Wheels',
      program_id: two,
      parent_id: top,
    });
    const put = (class_id: number) =>
      superadmin('PATCH', `class/${class_id}`, { class_data: { category: top, sub_category: below } });
    for (const class_id of [plain, kept, gone]) expect((await put(class_id)).status).toBe(200);
    const link = { program_id: two, discount_percentage: 5 };
    await superadmin('PATCH', `class/${kept}/programs`, { programs: [link, { program_id: three }] });
    await superadmin('PATCH', `class/${gone}`, { class_data: { del_flag: 1 } });
    const losses = {
      count: 1,
      classes: [
        {
          id: plain,
          class_name: expect.any(String),
          lost_categories: [
            { id: top, category_name: 'Pottery' },
            { id: below, category_name: 'Wheels' },
          ],
        },
      ],
    };
    const before = async (ids: string) =>
      (await superadmin('GET', `user/${id}/category-losses?programs=${ids}`)).body;
    expect(await before(`${two}`)).toEqual({ count: 0, classes: [] });
    expect(await before('')).toEqual(losses);
    expect((await superadmin('GET', 'user/2000000000/category-losses?programs=')).status).toBe(404);
    const { body } = await programs([three]);
    expect(body.category_losses).toEqual(losses);
    const held = async (class_id: number) =>
      db()
        .selectFrom('classes')
        .select(['category', 'sub_category'])
        .where('id', '=', class_id)
        .executeTakeFirstOrThrow();
    expect(await Promise.all([plain, kept, gone].map(held))).toEqual([
      { category: null, sub_category: null },
      { category: top, sub_category: below },
      { category: null, sub_category: null },
    ]);
    expect(await entries('class', plain)).toContainEqual({
      action: 'programs',
      program_id: home,
      before: { category: top, sub_category: below },
      after: { category: null, sub_category: null },
    });
  });

  test('in exchange for others that have the category take nothing', async () => {
    const class_id = await newClass();
    await programs([two]);
    const { id: shared } = await makeCategory(db(), { program_id: three, programs: [two ?? 0] });
    await superadmin('PATCH', `class/${class_id}`, { class_data: { category: shared } });
    const none = { count: 0, classes: [] };
    expect((await superadmin('GET', `user/${id}/category-losses?programs=${three}`)).body).toEqual(none);
    expect((await programs([three])).body).toMatchObject({ unlinked: 1, category_losses: none });
    expect((await superadmin('GET', `class/${class_id}`)).body.class.category).toBe(shared);
  });

  test('are none of a student’s: 400; and not a program’s staff’s: 403', async () => {
    expect((await programs([two], {}, bound)).status).toBe(403);
    expect((await sites([two], {}, bound)).status).toBe(403);
    id = (await makeSiteUser(db(), { program_id: home })).id;
    const { status, body } = await programs([]);
    expect([status, body.message]).toEqual([400, 'Class programs are for instructors and organizations']);
    expect((await superadmin('GET', `user/${id}/programs`)).body.programs).toEqual([]);
  });

  test.each(['sites', 'programs'])(
    '%s: 400 names what is not there, 404 nobody, 409 what was saved since',
    async (what) => {
      const save = (body: object) => superadmin('PATCH', `user/${id}/${what}`, body);
      const missing = await save({ programs: [three, 2_000_000_000] });
      expect([missing.status, missing.body.errors?.[0].path]).toEqual([400, 'programs.1']);
      expect((await save({ programs: 'all' })).status).toBe(400);
      const { updated_at } = (await superadmin('GET', `user/${id}/${what}`)).body;
      expect((await save({ programs: [three], updated_at })).status).toBe(200);
      const stale = await save({ programs: [], updated_at });
      expect([stale.status, stale.body.conflict.changed_by]).toEqual([409, 'super@example.com']);
      id = 2_000_000_000;
      expect((await save({ programs: [] })).status).toBe(404);
      expect((await superadmin('GET', `user/${id}/${what}`)).status).toBe(404);
    },
  );
});

describe('at the same moment', () => {
  test('class programs, saves of the classes and of where they are sold, and a bulk assignment wait for each other', async () => {
    const extra = [(await makeProgram(db())).id, (await makeProgram(db())).id];
    const all = [two, three, ...extra] as number[];
    const ids = await Promise.all(Array.from({ length: 10 }, () => newClass()));
    await programs(extra);
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all([
        programs(round % 2 ? extra : [two, three]),
        ...ids.flatMap((class_id, n) => [
          superadmin('PATCH', `class/${class_id}/programs`, {
            programs: [home, ...all]
              .toReversed()
              .map((program_id) => ({ program_id, active: 0, display_order: round })),
          }),
          superadmin('PATCH', `class/${class_id}`, { class_data: { program_id: all[(n + round) % 4] } }),
        ]),
        superadmin('POST', 'classes/programs', { class_ids: ids.toReversed(), program_ids: all }),
        makeClass(db(), { instructor_id: id, program_id: home }).then(() => ({
          status: 200,
          body: {},
          headers: {},
        })),
        programs(round % 2 ? all : []),
      ]);
      expect(statusesOf(answers), JSON.stringify(answers.map(({ body }) => body.message))).toEqual(
        answers.map(() => 200),
      );
    }
    const homeless = await db()
      .selectFrom('classes as c')
      .leftJoin('class_programs as l', (join) =>
        join.onRef('l.class_id', '=', 'c.id').onRef('l.program_id', '=', 'c.program_id'),
      )
      .select('c.id')
      .where('c.instructor_id', '=', id)
      .where('l.class_id', 'is', null)
      .execute();
    expect(homeless).toEqual([]);
  });

  test('an instructor who moves takes the commissions along that somebody is just saving', async () => {
    const person = (await makeInstructor(db(), { program_id: home })).id;
    const class_id = (await makeClass(db(), { instructor_id: person, program_id: home })).id;
    await using holder = await openHolder(app().ownerUrl);
    const saver = holder.client;
    for (const [name, level, owner] of [
      ['instructor', 2, person],
      ['class', 3, class_id],
    ] as const) {
      await saver.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [groupLock(name, owner)]);
      const values = [level, owner, home];
      await saver.query(
        'insert into commission_groups (level, owner_id, program_id) values ($1, $2, $3)',
        values,
      );
    }
    const moving = superadmin('PATCH', `site-user/${person}`, { user_data: { site_program: two } });
    await holder.untilWaiting(1);
    await saver.query('commit');
    expect((await moving).status).toBe(200);
    const groups = db().selectFrom('commission_groups').select(['owner_id', 'program_id']);
    const owners = await groups.where('owner_id', 'in', [person, class_id]).where('level', '>', 1).execute();
    expect(owners.map(({ program_id }) => program_id)).toEqual([two, two]);
  });

  test('commissions that are saved while their instructor moves end in the new home', async () => {
    for (let round = 0; round < 3; round++) {
      const person = (await makeInstructor(db(), { program_id: home })).id;
      const class_id = (await makeClass(db(), { instructor_id: person, program_id: home })).id;
      // One each: a group holds a person once.
      const referrals = await Promise.all([1, 2, 3].map(() => makeInstructor(db(), { program_id: home })));
      const answers = await Promise.all([
        ...referrals.flatMap(({ id: referral }, index) => [
          superadmin('POST', `instructor-referral/${person}`, { commission: index + 1, referral }),
          superadmin('POST', `class-referral/${class_id}`, { commission: index + 1, referral }),
        ]),
        superadmin('PATCH', `site-user/${person}`, { user_data: { site_program: two } }),
      ]);
      expect(statusesOf(answers)).toEqual(answers.map(() => 200));
      const groups = await db()
        .selectFrom('commission_groups')
        .select(['level', 'program_id'])
        .where((either) =>
          either.or([
            either.and([either('level', '=', 2), either('owner_id', '=', person)]),
            either.and([either('level', '=', 3), either('owner_id', '=', class_id)]),
          ]),
        )
        .execute();
      expect(groups.map(({ program_id }) => program_id)).toEqual([two, two]);
    }
  });
});
