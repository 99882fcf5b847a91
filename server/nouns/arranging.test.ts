/** The order of a program's rows as one save, for every noun that has one (specification: Display order). */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { inDepth } from '../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteKey } from '../../test/factories.ts';
import { type Call, useTestApp } from '../../test/harness.ts';
import { makeEvent } from '../../test/rows/events.ts';

const app = useTestApp({ siteCallsPerMinute: 100_000 });
const db = () => app().platform.database.everything;

let superadmin: Call;
beforeAll(async () => {
  superadmin = await app().as({ permissions: ['superadmin'] });
});

type RowValues = { program_id: number | null; parent_id?: number; name?: string };
type Noun = {
  list: string;
  key: string;
  column: string;
  /** Path of one row, and of what its site reads. */
  path: string;
  site?: string;
  entity: string;
  /** Makes a row that its program shows; one of no program is shown by `shownBy`. */
  make: (values: RowValues, shownBy?: number) => Promise<number>;
};

const NOUNS: Noun[] = [
  {
    list: 'classes',
    key: 'classes',
    column: 'display_order',
    path: 'class',
    site: 'classes',
    entity: 'class_order',
    make: async ({ program_id, name = 'A class' }) => {
      const { id: instructor_id } = await makeInstructor(db(), { program_id });
      return (await makeClass(db(), { instructor_id, program_id, class_name: name })).id;
    },
  },
  {
    list: 'lilt-events',
    key: 'events',
    column: 'sort_order',
    path: 'lilt-event',
    site: 'events',
    entity: 'event_order',
    make: async ({ program_id, name = 'An event' }, shownBy) => {
      const { id } = await makeEvent(db(), { program_id, name, active: 1 });
      if (shownBy) await show('event_programs', { event_id: id, program_id: shownBy });
      return id;
    },
  },
  {
    list: 'lilt-categories',
    key: 'categories',
    column: 'sort_order',
    path: 'lilt-category',
    entity: 'gift_category_order',
    make: async ({ name = 'A category', program_id, ...values }, shownBy) => {
      const row = await db()
        .insertInto('gift_categories')
        .values({ name, program_id, ...values })
        .returning('id')
        .executeTakeFirstOrThrow();
      await show('gift_category_programs', { category_id: row.id, program_id: shownBy ?? program_id ?? 0 });
      return row.id;
    },
  },
  {
    list: 'site-categories',
    key: 'categories',
    column: 'display_order',
    path: 'site-category',
    site: 'categories',
    entity: 'site_category_order',
    make: async ({ name: category_name = 'A category', program_id, ...values }, shownBy) => {
      const row = await db()
        .insertInto('site_categories')
        .values({ category_name, program_id, ...values })
        .returning('id')
        .executeTakeFirstOrThrow();
      await show('site_category_programs', { category_id: row.id, program_id: shownBy ?? program_id ?? 0 });
      return row.id;
    },
  },
];
const TREES = NOUNS.filter(({ key }) => key === 'categories');
/** Nouns whose rows a program shows, but may not move, where another owns them. */
const OWNED = NOUNS.filter(({ path }) => path !== 'class');

async function show(
  table: 'event_programs' | 'gift_category_programs' | 'site_category_programs',
  pair: object,
): Promise<void> {
  await db()
    .insertInto(table)
    .values(pair as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function stage({ list, make }: Noun, rows: number) {
  const program_id = (await makeProgram(db())).id;
  const ids: number[] = [];
  for (let row = 0; row < rows; row++) ids.push(await make({ program_id }));
  const bound = await app().as({ permissions: ['catalogue', 'events'], program_id });
  const read = async (parent = '', call = superadmin) =>
    (await call('GET', `${list}/order?program_id=${program_id}${parent}`)).body;
  const save = (body: object, call = superadmin) => call('PATCH', `${list}/order`, { program_id, ...body });
  return { program_id, ids, bound, read, save };
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
const entriesOf = (entity: string, program_id: number) =>
  db()
    .selectFrom('audit_entries')
    .select(['program_id', 'action', 'before', 'after'])
    .where('entity', '=', entity)
    .where('entity_id', '=', String(program_id))
    .orderBy('id')
    .execute();

describe.each(NOUNS)('$list', (noun) => {
  const { list, key, column, path, site, entity, make } = noun;

  test('any order that is saved is read back: here, in the list, and by the site', async () => {
    const { program_id, ids, bound, read, save } = await stage(noun, 6);
    const { site_key } = await makeSiteKey(db(), program_id, { rights: ['read'] });
    const headers = { authorization: `Bearer ${site_key}` };
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(ids), async (order) => {
        const rest = ids.filter((id) => !order.includes(id));
        const saved = await save({ ids: order }, bound);
        expect(saved.status, JSON.stringify(saved.body)).toBe(200);
        expect(saved.body).toEqual(await read());
        expect(saved.body.unplaced).toBe(rest.length);
        expect(saved.body.rows.map(({ id, place }: { id: number; place: number }) => [id, place])).toEqual(
          order.map((id, index) => [id, index + 1]),
        );
        const { body } = await bound('GET', `${list}?program_id=${program_id}&sort_by=${column}`);
        expect(idsOf(body[key])).toEqual([...order, ...rest]);
        if (!site) return;
        const shown = await app().call('GET', `/api/site/${site}`, undefined, headers);
        expect(idsOf(shown.body[key])).toEqual([...order, ...rest]);
      }),
      { numRuns: inDepth(8, 100) },
    );
  });

  test('what cannot be saved is refused by its id, and changes nothing', async () => {
    const { ids, program_id, save, read } = await stage(noun, 3);
    const foreign = await make({ program_id: (await makeProgram(db())).id });
    await save({ ids });
    const before = await read();
    for (const [wrong, field, words] of [
      [[ids[0], ids[1], ids[0]], 'ids.2', 'listed twice'],
      [[ids[0], foreign], 'ids.1', 'not assigned to this program'],
      [[2_147_483_647], 'ids.0', 'not assigned to this program'],
    ] as const) {
      const { status, body } = await save({ ids: wrong });
      expect([status, body.errors[0].path, body.message]).toEqual([
        400,
        field,
        expect.stringContaining(words),
      ]);
    }
    const unknown = await save({ ids: [], program_id: 2_147_483_647 });
    expect([unknown.status, unknown.body.errors[0].path]).toEqual([400, 'program_id']);
    const other = await app().as({
      permissions: ['catalogue', 'events'],
      program_id: (await makeProgram(db())).id,
    });
    expect((await save({ ids: [] }, other)).status).toBe(403);
    expect((await other('GET', `${list}/order?program_id=${program_id}`)).status).toBe(403);
    expect((await other('GET', `${list}/unplaced?program_id=${program_id}`)).status).toBe(403);
    expect(await read()).toEqual(before);
  });

  test('an order that was changed since is refused with who and when; the same order again is not', async () => {
    const { program_id, ids, bound, read, save } = await stage(noun, 3);
    const { fingerprint } = await read();
    const [first = 0] = ids;
    await bound('PATCH', `${path}/${first}/display-order`, { program_id, [column]: 5 });
    const { status, body } = await save({ ids, fingerprint });
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/^\S+@\S+ has changed the order since you opened it$/),
    ]);
    expect(body.conflict.changed_at).toEqual(expect.any(String));
    expect((await save({ ids: [first], fingerprint })).status).toBe(409);
    const { fingerprint: now } = await read();
    expect((await save({ ids, fingerprint: now })).status).toBe(200);
    // The answer was lost, and the same save is sent again.
    expect((await save({ ids, fingerprint: now })).status).toBe(200);
    expect(await entriesOf(entity, program_id)).toMatchObject([
      {
        program_id,
        action: 'update',
        before: { places: [{ id: first, place: 5 }] },
        after: { places: ids.map((id, index) => ({ id, place: index + 1 })) },
      },
    ]);
  });

  test('of saves at once one order is left whole', async () => {
    const { ids, read, save } = await stage(noun, 8);
    const [one, two] = [ids.slice(0, 4), ids.slice(4)];
    const orders = [one, two, ids, ids.toReversed(), one.toReversed(), two.toReversed()];
    const { fingerprint } = await read();
    const answers = await Promise.all(orders.map((order) => save({ ids: order, fingerprint })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = orders[answers.findIndex(({ status }) => status === 200)];
    expect(idsOf((await read()).rows)).toEqual(winner);
    const free = await Promise.all(orders.map((order) => save({ ids: order })));
    expect(free.map(({ status }) => status)).toEqual(orders.map(() => 200));
    expect(orders).toContainEqual(idsOf((await read()).rows));
  });

  test('what has no place is searched by words and by id, names that begin with the text first', async () => {
    const { program_id, ids, bound, save } = await stage(noun, 1);
    const last = await make({ program_id, name: 'Oils for painters' });
    const first = await make({ program_id, name: 'Painting in oil' });
    await save({ ids });
    const found = async (query: string) =>
      (await bound('GET', `${list}/unplaced?program_id=${program_id}${query}`)).body;
    expect(await found('')).toMatchObject({ count: 2, rows: [{ id: last }, { id: first }] });
    expect(idsOf((await found('&name=paint')).rows)).toEqual([first, last]);
    expect(idsOf((await found('&name=oil paint')).rows)).toEqual([last, first]);
    expect(idsOf((await found(`&name=%23${last}`)).rows)).toEqual([last]);
    expect(await found('&page=2')).toMatchObject({ count: 2, rows: [] });
  });
});

describe.each(OWNED)('$list of several owners', (noun) => {
  const { list, column, make } = noun;

  test("a bound admin's rows take the places that rows of others leave", async () => {
    const { program_id, ids, bound, read, save } = await stage(noun, 3);
    const global = await make({ program_id: null }, program_id);
    const place = await superadmin('PATCH', `${noun.path}/${global}/display-order`, {
      program_id,
      [column]: 2,
    });
    expect(place.status).toBe(200);
    const saved = await save({ ids: ids.toReversed() }, bound);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const [a, b, c] = ids.toReversed();
    expect(
      saved.body.rows.map((row: { id: number; place: number; movable: boolean }) => [
        row.id,
        row.place,
        row.movable,
      ]),
    ).toEqual([
      [a, 1, true],
      [global, 2, false],
      [b, 3, true],
      [c, 4, true],
    ]);
    const refused = await save({ ids: [...ids, global] }, bound);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'ids.3']);
    expect((await save({ ids: [] }, bound)).body.rows).toMatchObject([{ id: global, place: 2 }]);
    expect((await bound('GET', `${list}/unplaced?program_id=${program_id}`)).body.count).toBe(3);
    // Who works for all programs moves it too.
    await save({ ids: [...ids, global] });
    expect(idsOf((await read()).rows)).toEqual([...ids, global]);
  });
});

describe.each(TREES)('$list of a tree', (noun) => {
  test('each level has an order of its own', async () => {
    const { program_id, ids, read, save } = await stage(noun, 2);
    const [parent_id = 0] = ids;
    const below: number[] = [];
    for (let row = 0; row < 2; row++) below.push(await noun.make({ program_id, parent_id }));
    expect((await save({ ids: [...ids, ...below] })).body.errors[0].path).toBe('ids.2');
    await save({ ids: ids.toReversed() });
    expect((await save({ ids: below.toReversed(), parent_id })).status).toBe(200);
    expect(idsOf((await read()).rows)).toEqual(ids.toReversed());
    expect((await read(`&parent_id=${parent_id}`)).rows).toMatchObject([
      { id: below[1], place: 1 },
      { id: below[0], place: 2 },
    ]);
    await save({ ids: [] });
    expect((await read(`&parent_id=${parent_id}`)).rows).toHaveLength(2);
  });

  test('a subcategory whose parent the program does not show stands at the top', async () => {
    const { program_id, ids, read, save } = await stage(noun, 1);
    const parent_id = await noun.make({ program_id: (await makeProgram(db())).id });
    const alone = await noun.make({ program_id, parent_id });
    await save({ ids: [alone, ...ids] });
    expect(idsOf((await read()).rows)).toEqual([alone, ...ids]);
  });
});

test('classes that are only sold in a program are placed there too, and what is said of each comes along', async () => {
  const [noun] = NOUNS;
  if (!noun) throw new Error('there are classes');
  const { program_id, ids, bound, save } = await stage(noun, 1);
  const lent = await noun.make({ program_id: (await makeProgram(db())).id });
  await db().insertInto('class_programs').values({ class_id: lent, program_id, featured: true }).execute();
  await db().updateTable('classes').set({ del_flag: 1, is_bundle: true }).where('id', 'in', ids).execute();
  const { body } = await save({ ids: [lent, ...ids] }, bound);
  expect(body.rows).toMatchObject([
    { id: lent, place: 1, movable: true, marks: ['featured'] },
    { id: ids[0], place: 2, movable: true, marks: ['bundle', 'deleted'] },
  ]);
  // What is deleted is not offered again.
  expect((await save({ ids: [] }, bound)).body).toMatchObject({ rows: [], unplaced: 1 });
});
