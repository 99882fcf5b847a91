/** What a program sells, at home and from elsewhere, and what of it the site shows. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import type { ListedClass } from '../contract.ts';
import { ACCESS_TYPES, hiddenBy } from '../visibility.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let own: number;
let other: number;
let ada: number;
let superadmin: Call;
let global: Call;
let bound: Call;
let classes: Record<'home' | 'lent' | 'foreign' | 'nobodys', number>;

beforeAll(async () => {
  own = (await makeProgram(db(), { program_display_name: 'Brightside' })).id;
  other = (await makeProgram(db(), { program_display_name: 'Faraway' })).id;
  ada = (await makeInstructor(db(), { program_id: other, first_name: 'Ada' })).id;
  const make = async (class_name: string, program_id: number | null) =>
    (await makeClass(db(), { instructor_id: ada, class_name, program_id })).id;
  classes = {
    home: await make('B at home', own),
    lent: await make('A from elsewhere', other),
    foreign: await make('Not to be seen', other),
    nobodys: await make('C of the site', null),
  };
  await link(classes.lent, own, { featured: true, display_order: 3 });
  superadmin = await app().as({ permissions: ['superadmin'] });
  global = await app().as({ permissions: ['catalogue'] });
  bound = await app().as({ permissions: ['catalogue'], program_id: own });
});

const link = (class_id: number, program_id: number, values: object = {}) =>
  db()
    .insertInto('class_programs')
    .values({ class_id, program_id, ...values })
    .execute();
const listed = async (call: Call, query: string): Promise<ListedClass[]> =>
  (await call('GET', `classes?${query}`)).body.classes;
const ids = async (call: Call, query: string) => (await listed(call, query)).map(({ id }) => id);

describe('the list of a program', () => {
  test('holds what is at home there and what is sold there from elsewhere', async () => {
    const { home, lent } = classes;
    for (const [call, program] of [
      [bound, ''],
      [bound, `program_id=${other}&`],
      [global, `program_id=${own}&`],
    ] as const) {
      expect(await ids(call, program)).toEqual([home, lent]);
      expect(await ids(call, `${program}list_type=home`)).toEqual([home]);
      expect(await ids(call, `${program}list_type=tagging`)).toEqual([lent]);
    }
    const [home_, lent_] = await listed(bound, '');
    expect(home_).toMatchObject({
      program_display_name: 'Brightside',
      featured: 'n',
      display_order: 0,
      active: 1,
    });
    expect(lent_).toMatchObject({
      program_id: other,
      program_display_name: 'Faraway',
      instructor_name: expect.stringMatching(/^Ada /),
      featured: 'y',
      display_order: 3,
    });
    expect((await bound('GET', `class/${lent}`)).body.class).toMatchObject({
      program_display_name: 'Faraway',
      programs: [{ program_id: own, home: false, featured: 'y', display_order: 3 }],
    });
    expect((await bound('GET', `class/${classes.foreign}`)).status).toBe(404);
  });

  test('names and finds who teaches a class from elsewhere, and counts the own people in it', async () => {
    const { home, lent } = classes;
    const people = [own, other, other].map((program_id) => makeSiteUser(db(), { program_id }));
    for (const { id: user_id } of await Promise.all(people))
      await db().insertInto('class_users').values({ class_id: lent, user_id }).execute();
    expect(await ids(bound, 'instructor_name=ada')).toEqual([home, lent]);
    expect(await ids(bound, 'instructor_name=nobody')).toEqual([]);
    // Of who teaches here from elsewhere the name alone is known.
    expect(await ids(bound, `instructor_name=%23${ada}`)).toEqual([]);
    expect(await ids(global, `instructor_name=%23${ada}&program_id=${own}`)).toEqual([home, lent]);
    const elsewhere = await app().as({ permissions: ['catalogue'], program_id: other });
    expect((await bound('GET', `class/${lent}`)).body.class).toMatchObject({
      instructor_name: expect.stringMatching(/^Ada /),
      enrolled: 1,
    });
    expect(
      (await listed(bound, 'sort_by=enrolled&sort_dest=desc')).map((row) => [row.id, row.enrolled]),
    ).toEqual([
      [lent, 1],
      [home, 0],
    ]);
    expect((await elsewhere('GET', `class/${lent}`)).body.class.enrolled).toBe(3);
    await db().deleteFrom('class_users').where('class_id', '=', lent).execute();
  });

  test('is sorted by what a class is in it, and by the home of each', async () => {
    const { home, lent } = classes;
    for (const [query, expected] of [
      ['sort_by=featured&sort_dest=desc', [lent, home]],
      ['sort_by=display_order', [lent, home]],
      ['sort_by=program', [home, lent]],
      ['sort_by=program&sort_dest=desc', [lent, home]],
      ['sort_by=class_name', [lent, home]],
    ] as const) {
      expect([query, await ids(bound, query)]).toEqual([query, expected]);
      expect([query, await ids(global, `program_id=${own}&${query}`)]).toEqual([query, expected]);
    }
    const byHome = await ids(superadmin, 'sort_by=program');
    expect(byHome.at(-1)).toBe(classes.nobodys);
  });

  test('is sorted by price within a currency', async () => {
    const { id: program_id } = await makeProgram(db());
    const priced = async (currency: string, class_price: number) =>
      (await makeClass(db(), { instructor_id: ada, program_id, currency, class_price })).id;
    const yen = [await priced('JPY', 90), await priced('JPY', 700)];
    const euros = [await priced('EUR', 200), await priced('EUR', 500)];
    const query = `program_id=${program_id}&sort_by=class_price`;
    expect(await ids(global, query)).toEqual([...euros, ...yen]);
    expect(await ids(global, `${query}&sort_dest=desc`)).toEqual([
      ...euros.toReversed(),
      ...yen.toReversed(),
    ]);
  });

  test('is wanted for what means nothing without one: 400 that names it', async () => {
    for (const [query, path] of [
      ['sort_by=featured', 'sort_by'],
      ['sort_by=display_order', 'sort_by'],
      ['list_type=home', 'list_type'],
    ]) {
      const { status, body } = await global('GET', `classes?${query}`);
      expect([query, status, body.errors?.[0].path]).toEqual([query, 400, path]);
    }
  });

  test('counts who takes a class now: all of them at its home, its own people elsewhere', async () => {
    const { id } = await makeClass(db(), { instructor_id: ada, program_id: own });
    await link(id, other);
    const enrol = async (program_id: number, values: object) => {
      const user = await makeSiteUser(db(), { program_id });
      await db()
        .insertInto('class_users')
        .values({ class_id: id, user_id: user.id, ...values })
        .execute();
    };
    await enrol(own, {});
    await enrol(other, {});
    await enrol(other, {});
    await enrol(own, { enrol_status: 5 });
    await enrol(own, { enrol_status: 1 });
    await enrol(own, { cancel_after_refund: 1 });
    const elsewhere = await app().as({ permissions: ['catalogue'], program_id: other });
    const enrolled = async (call: Call) =>
      (await listed(call, `name=${id}`)).find((row) => row.id === id)?.enrolled;
    expect([await enrolled(bound), await enrolled(superadmin), await enrolled(elsewhere)]).toEqual([3, 3, 2]);
    expect((await ids(superadmin, 'sort_by=enrolled&sort_dest=desc'))[0]).toBe(id);
    expect((await ids(bound, 'sort_by=enrolled&sort_dest=desc'))[0]).toBe(id);
  });
});

test('tells how many of those that match are deleted: the Dashboard counts the others', async () => {
  const program_id = (await makeProgram(db())).id;
  for (const class_name of ['Chess kept', 'Chess lost', 'Go lost'])
    await makeClass(db(), {
      instructor_id: ada,
      class_name,
      program_id,
      del_flag: class_name.endsWith('lost') ? 1 : 0,
    });
  const call = await app().as({ permissions: ['catalogue'], program_id });
  const { count, deleted } = (await call('GET', 'classes?type=class')).body;
  expect([count, deleted]).toEqual([3, 2]);
  expect((await call('GET', 'dashboard')).body.classes.count).toBe(count - deleted);
  expect((await call('GET', 'classes?name=chess')).body).toMatchObject({ count: 2, deleted: 1 });
  expect((await call('GET', 'classes?type=bundle')).body).toMatchObject({ count: 0, deleted: 0 });
});

test('what the filter `visible` finds is what no flag hides, in a program and in all', async () => {
  const bit = fc.constantFrom(0, 0, 0, 1);
  const flags = fc.record({
    status: bit.map((off) => 1 - off),
    del_flag: bit,
    cancel: bit,
    viewable: bit.map((off) => 1 - off),
    access_type: fc.constantFrom(...ACCESS_TYPES, 'public' as const),
    program_id: fc.constantFrom(own, other, null),
    linked: fc.constantFrom(null, 0, 1),
    homeLink: fc.constantFrom(0, 1),
  });
  const made = fc.sample(flags, { numRuns: 120, seed: 20_261_122 });
  const name = `visibility-${crypto.randomUUID()}`;
  for (const { linked, homeLink, ...values } of made) {
    const { id } = await makeClass(db(), { instructor_id: ada, class_name: name, ...values });
    if (values.program_id === own)
      await db().updateTable('class_programs').set({ active: homeLink }).where('class_id', '=', id).execute();
    else if (linked !== null) await link(id, own, { active: linked });
  }
  const pages = async (query: string) =>
    (await Promise.all([1, 2, 3].map((page) => listed(superadmin, `${query}&page=${page}`)))).flat();
  for (const program of [null, own]) {
    const query = `name=${name}&program_id=${program ?? 0}`;
    const all = await pages(query);
    const shown = (await pages(`${query}&visible=1`)).map(({ id }) => id);
    expect(shown).toEqual(all.filter((row) => hiddenBy(row, program).length === 0).map(({ id }) => id));
    expect([shown.length > 5, shown.length < all.length, all.length]).toEqual([
      true,
      true,
      program === null
        ? made.length
        : made.filter((row) => row.program_id === own || row.linked !== null).length,
    ]);
    expect(await pages(`${query}&visible=0`)).toEqual(all);
  }
});
