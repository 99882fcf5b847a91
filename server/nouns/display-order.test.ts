/** The places that a program gives its rows, on every list that has them (specification: Display order). */
import { beforeAll, describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram } from '../../test/factories.ts';
import { type Call, useTestApp } from '../../test/harness.ts';
import { makeEvent } from '../../test/rows/events.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let bound: Call;
let superadmin: Call;

beforeAll(async () => {
  program = (await makeProgram(db())).id;
  bound = await app().as({ permissions: ['catalogue', 'events'], program_id: program });
  superadmin = await app().as({ permissions: ['superadmin'] });
});

type Noun = { path: string; list: string; key: string; column: string; make: () => Promise<number> };

const NOUNS: Noun[] = [
  {
    path: 'class',
    list: 'classes',
    key: 'classes',
    column: 'display_order',
    make: async () => {
      const { id: instructor_id } = await makeInstructor(db(), { program_id: program });
      return (await makeClass(db(), { instructor_id, program_id: program })).id;
    },
  },
  {
    path: 'site-category',
    list: 'site-categories',
    key: 'categories',
    column: 'display_order',
    make: () => category('site-category', { category_name: 'One of many' }),
  },
  {
    path: 'lilt-category',
    list: 'lilt-categories',
    key: 'categories',
    column: 'sort_order',
    make: () => category('lilt-category', { name: 'One of many' }),
  },
  {
    path: 'lilt-event',
    list: 'lilt-events',
    key: 'events',
    column: 'sort_order',
    make: async () => {
      const { id } = await makeEvent(db(), { program_id: program });
      await db()
        .insertInto('event_programs')
        .values({ event_id: id, program_id: program })
        .onConflict((of) => of.doNothing())
        .execute();
      return id;
    },
  },
];

async function category(path: string, data: object): Promise<number> {
  const { body } = await superadmin('POST', path, { data: { ...data, program_id: program } });
  return body.category.id;
}

describe.each(NOUNS)('$list', ({ path, list, key, column, make }) => {
  test('whatever was typed becomes a place, and 0, which is none, stands behind all others either way', async () => {
    const fresh = await make();
    const typed = [
      [12.7, 12],
      [0, 0],
      ['2', 2],
      ['x', 0],
      [1, 1],
      [-3, 0],
      [null, 0],
    ] as const;
    const places = new Map([[fresh, 0]]);
    for (const [value, place] of typed) {
      const id = await make();
      const { body } = await bound('PATCH', `${path}/${id}/display-order`, {
        program_id: program,
        [column]: value,
      });
      expect(body).toEqual({ [column]: place });
      places.set(id, place);
    }
    const placed = [...places].filter(([, place]) => place > 0).toSorted(([, a], [, b]) => a - b);
    const none = [...places].filter(([, place]) => place === 0);
    for (const [dest, expected] of [
      ['asc', [...placed, ...none]],
      ['desc', [...placed.toReversed(), ...none.toReversed()]],
    ] as const) {
      const { body } = await bound('GET', `${list}?sort_by=${column}&sort_dest=${dest}`);
      const rows: { [name: string]: number }[] = body[key];
      expect([dest, rows.map((row) => [row.id, row[column]])]).toEqual([dest, expected]);
    }
    const nothing = await bound('PATCH', `${path}/${fresh}/display-order`, { program_id: program });
    expect([nothing.status, nothing.body.errors[0].path]).toEqual([400, column]);
  });
});

test('the tree that classes are sorted into stands in that order too', async () => {
  const { id } = await makeProgram(db());
  const superadmins = (path: string, body: object) => superadmin('PATCH', path, body);
  const ids = [];
  for (const place of [0, 2, 1]) {
    const { body } = await superadmin('POST', 'site-category', {
      data: { category_name: `Placed ${place}`, program_id: id },
    });
    ids.push(body.category.id);
    await superadmins(`site-category/${body.category.id}/display-order`, {
      program_id: id,
      display_order: place,
    });
  }
  const { body } = await superadmin('GET', `categories?program_id=${id}`);
  expect(body.categories.map((row: { id: number }) => row.id)).toEqual([ids[2], ids[1], ids[0]]);
});
