import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import type { CategoryBranch, SiteCategory } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let other: number;
let superadmin: Call & { admin_id: number };
let bound: Call & { admin_id: number };
let stranger: Call & { admin_id: number };

beforeEach(async () => {
  program = (await makeProgram(db())).id;
  other = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['catalogue'], program_id: program });
  stranger = await app().as({ permissions: ['catalogue'], program_id: other });
});

async function make(category_name: string, values: object = {}): Promise<SiteCategory> {
  const { body } = await superadmin('POST', 'site-category', {
    data: { category_name, program_id: program, ...values },
  });
  return body.category;
}

const path = (id: number, rest = '') => `site-category/${id}${rest}`;
const tree = (categories: readonly CategoryBranch[]) =>
  categories.map(({ category_name, sub_categories }) => [
    category_name,
    sub_categories.map((row) => row.category_name),
  ]);

describe('GET site-categories and site-category/{id}', () => {
  test('200: top-level rows with what stands under them, found by either name, each with its group', async () => {
    const arts = await make('Arts');
    const painting = await make('Painting', { parent_id: arts.id });
    await make('Maths');
    const list = async (query = '') =>
      (await superadmin('GET', `site-categories?program_id=${program}${query}`)).body;
    const { categories, count } = await list();
    expect([tree(categories), count]).toEqual([
      [
        ['Arts', ['Painting']],
        ['Maths', []],
      ],
      2,
    ]);
    expect(categories[0]).toMatchObject({ group_id: arts.id, del_flag: 0, status: 1 });
    expect(categories[0].sub_categories[0]).toMatchObject({ id: painting.id, group_id: arts.id });
    expect(tree((await list('&sort_by=category_name&sort_dest=desc')).categories)[0]).toEqual(['Maths', []]);
    expect(tree((await list('&name=PAINT')).categories)).toEqual([['Arts', ['Painting']]]);
    expect((await list(`&name=%23${painting.id}`)).count).toBe(1);
    expect(await list('&page=2')).toEqual({ categories: [], count: 2 });
    expect((await stranger('GET', `site-categories?program_id=${program}`)).body.count).toBe(0);
    const one = await bound('GET', path(arts.id));
    expect(tree([one.body.category])).toEqual([['Arts', ['Painting']]]);
    expect((await stranger('GET', path(arts.id))).status).toBe(404);
  });

  test('by display order within a program, those without a place last either way; 400 without a program', async () => {
    const [one, two] = [await make('One'), await make('Two')];
    await make('Nowhere');
    await bound('PATCH', path(two.id, '/display-order'), { program_id: program, display_order: 1 });
    await bound('PATCH', path(one.id, '/display-order'), { program_id: program, display_order: 2 });
    const names = async (dest: string) =>
      tree((await bound('GET', `site-categories?sort_by=display_order&sort_dest=${dest}`)).body.categories)
        .flat()
        .filter((name) => typeof name === 'string');
    expect(await names('asc')).toEqual(['Two', 'One', 'Nowhere']);
    expect(await names('desc')).toEqual(['One', 'Two', 'Nowhere']);
    const refused = await superadmin('GET', 'site-categories?sort_by=display_order');
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'sort_by']);
    expect((await superadmin('GET', 'site-categories?sort_by=featured')).status).toBe(400);
  });
});

describe('a category of which a program has a part', () => {
  test('its name finds no category by what the program does not have below it', async () => {
    const arts = await make('Arts');
    const painting = await make('Painting', { parent_id: arts.id });
    await superadmin('PATCH', path(arts.id, '/programs'), { programs: [other] });
    const found = async (call: Call, name: string) =>
      (await call('GET', `site-categories?program_id=${other}&name=${name}`)).body;
    for (const call of [superadmin, stranger]) {
      expect(tree((await found(call, 'arts')).categories)).toEqual([['Arts', []]]);
      expect(await found(call, 'painting')).toEqual({ categories: [], count: 0 });
      expect(await found(call, String(painting.id))).toEqual({ categories: [], count: 0 });
    }
    expect((await found(bound, 'painting')).categories).toMatchObject([{ id: arts.id }]);
  });

  test('a subcategory without its top-level one is a row of its own, counted, sorted and found as such', async () => {
    const arts = await make('Arts', { program_id: 0 });
    const painting = await make('Painting', { parent_id: arts.id });
    await make('Maths');
    await make('Theirs', { parent_id: arts.id, program_id: other });
    const list = async (call: Call, query = '') =>
      (await call('GET', `site-categories?program_id=${program}${query}`)).body;
    for (const call of [superadmin, bound]) {
      const { categories, count } = await list(call, '&sort_by=category_name&sort_dest=desc');
      expect([tree(categories), count]).toEqual([
        [
          ['Painting', []],
          ['Maths', []],
        ],
        2,
      ]);
      expect(categories[0]).toMatchObject({ id: painting.id, parent_id: arts.id, parent_name: 'Arts' });
      expect(await list(call, '&name=paint')).toMatchObject({ categories: [{ id: painting.id }], count: 1 });
      expect((await list(call, '&name=arts')).count).toBe(0);
      const offered = (await call('GET', `categories?program_id=${program}`)).body.categories;
      expect(tree(offered)).toEqual([
        ['Arts', ['Painting']],
        ['Maths', []],
      ]);
    }
    expect(await list(bound, '&sort_by=display_order')).toMatchObject({ count: 2 });
  });

  test('another program’s top-level one stays unseen above the subcategory it lends', async () => {
    const arts = await make('Arts');
    const painting = await make('Painting', { parent_id: arts.id });
    await superadmin('PATCH', path(painting.id, '/programs'), { programs: [other] });
    const { body } = await stranger('GET', 'site-categories');
    expect(body).toMatchObject({ categories: [{ id: painting.id, parent_id: arts.id }], count: 1 });
    expect(body.categories[0].parent_name).toBeNull();
    expect((await stranger('GET', 'site-categories?name=arts')).body.count).toBe(0);
    expect((await stranger('GET', 'categories')).body.categories).toEqual([]);
  });
});

describe('GET categories', () => {
  test('200 for who edits classes or people: the whole tree in the program’s order, without what is deleted', async () => {
    const arts = await make('Arts');
    await make('Sculpture', { parent_id: arts.id, status: 0 });
    const maths = await make('Maths');
    await make('Gone', { del_flag: 1 });
    await bound('PATCH', path(maths.id, '/display-order'), { program_id: program, display_order: 1 });
    const people = await app().as({ permissions: ['users'], program_id: program });
    const { status, body } = await people('GET', `categories?program_id=${other}`);
    expect([status, tree(body.categories)]).toEqual([
      200,
      [
        ['Maths', []],
        ['Arts', ['Sculpture']],
      ],
    ]);
    expect(body.categories[1].sub_categories).toMatchObject([{ group_id: arts.id, status: 0 }]);
    expect((await stranger('GET', 'categories')).body.categories).toEqual([]);
    const all = (await superadmin('GET', 'categories')).body.categories;
    expect(all).toContainEqual(expect.objectContaining({ id: arts.id }));
    const elsewhere = await app().as({ permissions: ['events'], program_id: program });
    expect((await elsewhere('GET', 'categories')).status).toBe(403);
  });
});

describe('POST and PATCH site-category', () => {
  test('200: makes, changes and records; what is left out stays; 403 for whoever is no superadmin', async () => {
    const made = await make('Arts');
    expect(made).toMatchObject({ category_name: 'Arts', status: 1, program_id: program, parent_id: null });
    const { body } = await superadmin('PATCH', path(made.id), { data: { status: 0 } });
    expect(body.category).toMatchObject({ category_name: 'Arts', status: 0, program_id: program });
    const entries = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('entity', '=', 'site_category')
      .where('entity_id', '=', String(made.id))
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update']);
    const global = await app().as({ permissions: ['programadmin'] });
    for (const call of [bound, global]) {
      expect((await call('POST', 'site-category', { data: { category_name: 'x' } })).status).toBe(403);
      expect((await call('PATCH', path(made.id), { data: { category_name: 'x' } })).status).toBe(403);
    }
  });

  test('400: no name, an unknown or deleted parent, a third level, a parent that becomes a child', async () => {
    const top = await make('Top');
    const under = await make('Under', { parent_id: top.id });
    const [alone, gone] = [await make('Alone'), await make('Gone', { del_flag: 1 })];
    const refused = async (data: object, id?: number) => {
      const method = id ? 'PATCH' : 'POST';
      const { status, body } = await superadmin(method, id ? path(id) : 'site-category', { data });
      return [status, body.errors?.[0].path];
    };
    const x = { category_name: 'x' };
    expect(await refused({ category_name: ' ' })).toEqual([400, 'data.category_name']);
    expect(await refused({ ...x, parent_id: 99_999_999 })).toEqual([400, 'data.parent_id']);
    expect(await refused({ ...x, parent_id: gone.id })).toEqual([400, 'data.parent_id']);
    expect(await refused({ ...x, parent_id: under.id })).toEqual([400, 'data.parent_id']);
    expect(await refused({ ...x, program_id: 99_999_999 })).toEqual([400, 'data.program_id']);
    expect(await refused({ parent_id: alone.id }, top.id)).toEqual([400, 'data.parent_id']);
    expect(await refused({ parent_id: top.id }, top.id)).toEqual([400, 'data.parent_id']);
    expect(await refused({ del_flag: 1 }, top.id)).toEqual([400, 'data.del_flag']);
    const moved = await superadmin('PATCH', path(alone.id), { data: { parent_id: top.id } });
    expect([moved.status, moved.body.category.group_id]).toEqual([200, top.id]);
    expect((await refused({ del_flag: 1 }, under.id))[0]).toBe(200);
    // The database asks for the depth of what is deleted as well.
    const root = await make('Root');
    await superadmin('PATCH', path(alone.id), { data: { parent_id: null } });
    await superadmin('PATCH', path(under.id), { data: { parent_id: alone.id } });
    expect(await refused({ parent_id: root.id }, alone.id)).toEqual([400, 'data.parent_id']);
    const third = sql`insert into site_categories (category_name, parent_id) values ('x', ${under.id})`;
    await expect(third.execute(db())).rejects.toThrow('site_categories_depth');
  });

  test('400 to bring one back below one that is deleted, where nobody could choose it; 200 once that is back', async () => {
    const top = await make('Top');
    const under = await make('Under', { parent_id: top.id });
    const save = async ({ id }: SiteCategory, data: object) => {
      const { status, body } = await superadmin('PATCH', path(id), { data });
      return [status, body.errors?.[0].path];
    };
    const done = [200, undefined];
    expect([await save(under, { del_flag: 1 }), await save(top, { del_flag: 1 })]).toEqual([done, done]);
    const refused = [400, 'data.del_flag'];
    for (const data of [{ del_flag: 0 }, { del_flag: 0, parent_id: top.id }])
      expect(await save(under, data)).toEqual(refused);
    expect(await save(top, { del_flag: 0 })).toEqual(done);
    const atOnce = await Promise.all([save(under, { del_flag: 0 }), save(top, { del_flag: 1 })]);
    expect(atOnce.toSorted()).toEqual([done, refused]);
  });

  test('400 to move or delete what classes are in; it may still be renamed and switched off', async () => {
    const top = await make('Top');
    const under = await make('Under', { parent_id: top.id });
    const elsewhere = await make('Elsewhere');
    const instructor_id = (await makeInstructor(db())).id;
    await makeClass(db(), { instructor_id, program_id: program, category: top.id, sub_category: under.id });
    const change = async (id: number, data: object) => {
      const { status, body } = await superadmin('PATCH', path(id), { data });
      return [status, body.errors?.[0].path];
    };
    expect(await change(under.id, { parent_id: elsewhere.id })).toEqual([400, 'data.parent_id']);
    expect(await change(under.id, { del_flag: 1 })).toEqual([400, 'data.del_flag']);
    expect(await change(top.id, { del_flag: true })).toEqual([400, 'data.del_flag']);
    expect(await change(under.id, { category_name: 'New', status: 0 })).toEqual([200, undefined]);
    expect(await change(elsewhere.id, { del_flag: 1 })).toEqual([200, undefined]);
  });

  test('two superadmins at once: 409 names the first; 404 where there is none', async () => {
    const { id, updated_at } = await make('Mine');
    await superadmin('PATCH', path(id), { data: { category_name: 'Ours' } });
    const late = await superadmin('PATCH', path(id), { data: { category_name: 'x', updated_at } });
    expect([late.status, late.body.conflict.changed_by]).toEqual([409, expect.stringContaining('@')]);
    expect((await superadmin('PATCH', path(99_999_999), { data: { category_name: 'x' } })).status).toBe(404);
  });
});

describe('what hangs on a category', () => {
  test('programs: 200 replaces and keeps its own, 400 unknown, 403 no superadmin', async () => {
    const { id } = await make('Arts');
    const save = (call: Call, programs: number[]) => call('PATCH', path(id, '/programs'), { programs });
    expect((await save(superadmin, [other])).body.programs).toEqual([program, other]);
    expect((await superadmin('GET', path(id, '/programs'))).body.programs).toEqual([program, other]);
    expect((await save(superadmin, [99_999_999])).status).toBe(400);
    expect((await save(bound, [])).status).toBe(403);
    expect((await bound('GET', path(id, '/programs'))).status).toBe(403);
    const lent = (await stranger('GET', 'site-categories')).body.categories;
    expect(lent).toMatchObject([{ id, program_id: program }]);
  });

  test('display order: 200 with its entry; 400 not assigned or no number, 403 another program, 404 a foreign row', async () => {
    const { id } = await make('Arts');
    const send = (call: Call, program_id: number, display_order: unknown = 3) =>
      call('PATCH', path(id, '/display-order'), { program_id, display_order });
    expect((await send(superadmin, other)).status).toBe(400);
    expect((await send(bound, other)).status).toBe(403);
    expect((await send(stranger, other)).status).toBe(404);
    expect((await send(bound, program, [])).body.errors[0].path).toBe('display_order');
    expect((await send(bound, program)).body).toEqual({ display_order: 3 });
    expect((await send(bound, program, '12.7')).body).toEqual({ display_order: 12 });
    expect((await send(bound, program, null)).body).toEqual({ display_order: 0 });
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('entity', '=', 'site_category')
      .where('entity_id', '=', String(id))
      .where('action', '=', 'display-order')
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { before: { display_order: 0 }, after: { display_order: 3 } },
      { before: { display_order: 3 }, after: { display_order: 12 } },
      { before: { display_order: 12 }, after: { display_order: 0 } },
    ]);
  });
});
