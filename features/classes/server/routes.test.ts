/** The lists of classes over HTTP: filters, every order, whose rows. */
import { beforeAll, describe, expect, test } from 'vitest';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { type Answer, type Call, useTestApp } from '../../../test/harness.ts';
import { CLASS_SORTS, type ClassRow, type ListedClass } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let other: number;
let ada: number;
let grace: number;
let ids: Record<'plain' | 'bundle' | 'yen' | 'hidden' | 'foreign' | 'global', number>;
let superadmin: Call;
let bound: Call;

beforeAll(async () => {
  program = (await makeProgram(db())).id;
  other = (await makeProgram(db())).id;
  ada = (await makeInstructor(db(), { program_id: program, first_name: 'Ada', last_name: 'Löwe' })).id;
  grace = (await makeInstructor(db(), { program_id: other, first_name: 'Grace', last_name: 'Hopper' })).id;
  // Ids that no name holds, so that a search by id finds nothing else.
  let id = 7000;
  const make = async (values: Partial<Parameters<typeof makeClass>[1]>) =>
    (await makeClass(db(), { id: ++id, instructor_id: ada, program_id: program, ...values })).id;
  ids = {
    plain: await make({ class_name: 'Watercolour 50%', membership_discount: 1250 }),
    bundle: await make({ class_name: 'Ölmalerei', is_bundle: true, membership_discount_other: 500 }),
    yen: await make({ class_name: 'Sumi-e', class_price: 1200, currency: 'JPY' }),
    hidden: await make({ class_name: 'Retired', del_flag: 1, status: 0 }),
    foreign: await make({ class_name: 'Watercolour II', instructor_id: grace, program_id: other }),
    global: await make({ class_name: 'Nobody’s', program_id: null }),
  };
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['catalogue'], program_id: program });
});

const found = ({ body }: Answer) => body.classes.map(({ id }: ClassRow) => id);
const list = async (query: string, call: Call = superadmin) => found(await call('GET', `classes?${query}`));

describe('GET classes', () => {
  test('lists each class with its instructor, its price in the major unit, its flags', async () => {
    const { body } = await superadmin('GET', `classes?name=${ids.yen}`);
    expect(body).toEqual({
      count: 1,
      deleted: 0,
      classes: [
        {
          id: ids.yen,
          class_name: 'Sumi-e',
          instructor_id: ada,
          instructor_name: 'Ada Löwe',
          program_id: program,
          is_bundle: false,
          class_price: 1200,
          currency: 'JPY',
          membership_discount: 0,
          membership_discount_other: 0,
          del_flag: 0,
          status: 1,
          program_display_name: expect.stringMatching(/^Program /),
          enrolled: 0,
          cancel: 0,
          viewable: 1,
          access_type: 'public',
          active: null,
          featured: 'n',
          display_order: null,
          tags: [],
          holds: null,
          updated_at: expect.any(String),
        },
      ],
    });
    const [plain] = (await superadmin('GET', `classes?name=${ids.plain}`)).body.classes;
    expect(plain).toMatchObject({ class_price: 49.99, membership_discount: 1250 });
  });

  test('filters by type', async () => {
    const own = `program_id=${program}`;
    expect(await list(`${own}&type=bundle`)).toEqual([ids.bundle]);
    expect(await list(`${own}&type=class`)).toEqual([ids.plain, ids.yen, ids.hidden]);
    expect(await list(`${own}&type=`)).toEqual([ids.plain, ids.bundle, ids.yen, ids.hidden]);
    expect((await superadmin('GET', 'classes?type=course')).status).toBe(400);
  });

  test('filters by program: none, empty and 0 are all of them', async () => {
    expect(await list(`program_id=${other}`)).toEqual([ids.foreign]);
    for (const all of ['', 'program_id=', 'program_id=0']) {
      expect((await superadmin('GET', `classes?${all}`)).body.count).toBe(6);
    }
    expect(await list('program_id=2000000000')).toEqual([]);
  });

  test.each<[string, string, (keyof typeof ids)[]]>([
    ['a word', 'name=watercolour', ['plain', 'foreign']],
    ['words in any order, any case', 'name=ii%20WATER', ['foreign']],
    ['letters beyond ASCII', `name=${encodeURIComponent('ÖLMAL')}`, ['bundle']],
    ['wildcards as they are typed', 'name=0%25', ['plain']],
    ['no wildcard', 'name=w_ter', []],
    ['an instructor', 'instructor_name=hop', ['foreign']],
    [
      'first and last name',
      `instructor_name=${encodeURIComponent('löwe ada')}`,
      ['plain', 'bundle', 'yen', 'hidden', 'global'],
    ],
    ['both', 'instructor_name=grace&name=sumi', []],
  ])('finds by %s', async (_, query, expected) => {
    const answer = await superadmin('GET', `classes?${query}`);
    expect(found(answer)).toEqual(expected.map((name) => ids[name]));
    expect(answer.body.count).toBe(expected.length);
  });

  test('finds by id, with or without #', async () => {
    expect(await list(`name=${ids.hidden}`)).toEqual([ids.hidden]);
    expect(await list(`name=%20%23${ids.hidden}%20`)).toEqual([ids.hidden]);
    expect(await list('name=999999999')).toEqual([]);
  });

  test('keeps a bound admin to its program, whatever it asks for', async () => {
    const own = [ids.plain, ids.bundle, ids.yen, ids.hidden];
    for (const query of ['', `program_id=${program}`, `program_id=${other}`, 'program_id=0']) {
      expect(await list(query, bound)).toEqual(own);
      expect((await bound('GET', `classes?${query}`)).body.count).toBe(own.length);
    }
    expect(await list(`name=${ids.foreign}`, bound)).toEqual([]);
    expect(await list('instructor_name=grace', bound)).toEqual([]);
  });

  test('answers 400 for an unknown order, direction, filter or page', async () => {
    for (const [query, path] of [
      ['sort_by=instructor_name', 'sort_by'],
      ['sort_by=__proto__', 'sort_by'],
      ['sort_by=id&sort_dest=up', 'sort_dest'],
      ['page=0', 'page'],
      ['page=1.5', 'page'],
      ['program_id=-1', 'program_id'],
    ]) {
      const { status, body } = await superadmin('GET', `classes?${query}`);
      expect([query, status, body.errors?.[0].path]).toEqual([query, 400, path]);
    }
    expect((await superadmin('GET', 'classes?visible=maybe')).status).toBe(400);
  });
});

describe('the order', () => {
  const PLACES = 60;
  let full: number;

  beforeAll(async () => {
    full = (await makeProgram(db())).id;
    for (let place = 0; place < PLACES; place++) {
      await makeClass(db(), {
        instructor_id: ada,
        program_id: full,
        class_name: `Class ${place % 7}`,
        class_price: 100 * (place % 5),
        membership_discount: place % 3,
        membership_discount_other: place % 4,
        del_flag: place % 2,
        status: (place + 1) % 2,
      });
    }
  });

  test.each(CLASS_SORTS.flatMap((sort) => (['asc', 'desc'] as const).map((dest) => [sort, dest] as const)))(
    'by %s %s is total: pages neither repeat nor leave out a row, ties go by id',
    async (sort, dest) => {
      const query = `classes?program_id=${full}&sort_by=${sort}&sort_dest=${dest}`;
      const pages = await Promise.all([1, 2].map((page) => superadmin('GET', `${query}&page=${page}`)));
      const rows: ListedClass[] = pages.flatMap(({ body }) => body.classes);
      expect(pages.map(({ body }) => [body.classes.length, body.count])).toEqual([
        [PAGE_SIZE, PLACES],
        [PLACES - PAGE_SIZE, PLACES],
      ]);
      const sign = dest === 'asc' ? 1 : -1;
      const compare = (a: string | number, b: string | number) => (a < b ? -sign : a > b ? sign : 0);
      const placeOf = (row: ListedClass) => row[sort === 'program' ? 'program_display_name' : sort] ?? '';
      const expected = rows.toSorted((a, b) => compare(placeOf(a), placeOf(b)) || compare(a.id, b.id));
      expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(new Set(rows.map(({ id }) => id)).size).toBe(PLACES);
    },
  );

  test('is by id unless another is asked for', async () => {
    const first = await list(`program_id=${full}`);
    expect(first).toEqual(first.toSorted((a: number, b: number) => a - b));
    expect(await list(`program_id=${full}&sort_by=&sort_dest=`)).toEqual(first);
    const down = await list(`program_id=${full}&sort_dest=desc`);
    expect(down).toEqual(down.toSorted((a: number, b: number) => b - a));
  });

  test('past the end there is an empty page with the right count', async () => {
    for (const page of [3, 2_147_483_647]) {
      const { status, body } = await superadmin('GET', `classes?program_id=${full}&page=${page}`);
      expect({ status, body }).toEqual({
        status: 200,
        body: { classes: [], count: PLACES, deleted: PLACES / 2 },
      });
    }
  });
});

describe('GET class/{id}', () => {
  test('answers the class with what is bundled into it', async () => {
    const classes = [ids.yen, ids.plain];
    const saved = await bound('PATCH', `class/${ids.bundle}/bundles`, { classes });
    const { body } = await bound('GET', `class/${ids.bundle}`);
    expect(body.class).toMatchObject({
      id: ids.bundle,
      class_name: 'Ölmalerei',
      instructor_name: 'Ada Löwe',
      class_price: 49.99,
      membership_discount_other: 500,
      updated_at: saved.body.updated_at,
    });
    expect(body.class.bundles.map(({ id }: ClassRow) => id)).toEqual(classes);
    expect(body.class.bundles[0]).toMatchObject({ class_price: 1200, currency: 'JPY' });
    expect((await bound('GET', `class/${ids.plain}`)).body.class.bundles).toEqual([]);
  });

  test('answers 404 for a class of another program, of none, or that is not there', async () => {
    for (const id of [ids.foreign, ids.global, 2_000_000_000]) {
      expect((await bound('GET', `class/${id}`)).status).toBe(404);
    }
    expect((await superadmin('GET', `class/${ids.foreign}`)).status).toBe(200);
    expect((await superadmin('GET', `class/${ids.global}`)).body.class.program_id).toBe(0);
  });
});
