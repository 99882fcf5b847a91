import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import type { GiftCategory } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let other: number;
let superadmin: Call & { admin_id: number };
let bound: Call & { admin_id: number };
let stranger: Call & { admin_id: number };

beforeEach(async () => {
  // What one test means for all new programs is not meant for those of the next.
  await db().updateTable('gift_categories').set({ auto_assign: false }).execute();
  program = (await makeProgram(db())).id;
  other = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['events'], program_id: program });
  stranger = await app().as({ permissions: ['events'], program_id: other });
});

async function make(name: string, values: object = {}): Promise<GiftCategory> {
  const { body } = await superadmin('POST', 'lilt-category', {
    data: { name, program_id: program, ...values },
  });
  return body.category;
}
const path = (id: number, rest = '') => `lilt-category/${id}${rest}`;
const tree = ({ body }: { body: { categories: GiftCategory[] } }) =>
  body.categories.map(({ name, subcategories }) => [name, subcategories.map((row) => row.name)]);

describe('categories that move under each other at the same moment', () => {
  test('200 or 400, never a lock of one upon the other', async () => {
    const made = await Promise.all(['Books', 'Toys', 'Games'].map((name) => make(name)));
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => {
          const [child, parent] = [made[n % 3], made[(n + 1 + (n % 2)) % 3]];
          return superadmin('PATCH', path(child?.id ?? 0), { data: { parent_id: parent?.id } });
        }),
      );
      expect(
        answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 400),
      ).toEqual([]);
      for (const { id } of made) await superadmin('PATCH', path(id), { data: { parent_id: null } });
    }
  });
});

describe('GET lilt-category/{id}', () => {
  test('200 with what stands below it and its place in the program; 404 for a foreign one', async () => {
    const books = await make('Books');
    const novels = await make('Novels', { parent_id: books.id });
    await superadmin('PATCH', path(books.id, '/display-order'), { program_id: program, sort_order: 3 });
    const { body } = await superadmin('GET', path(books.id, `?program_id=${program}`));
    expect(body.category).toMatchObject({ id: books.id, name: 'Books', sort_order: 3 });
    expect(body.category.subcategories).toMatchObject([{ id: novels.id, name: 'Novels' }]);
    expect((await superadmin('GET', path(books.id))).body.category.sort_order).toBeNull();
    expect((await bound('GET', path(books.id))).body.category.sort_order).toBe(3);
    expect((await superadmin('GET', path(novels.id))).body.category).toMatchObject({ parent_id: books.id });
    expect((await stranger('GET', path(books.id))).status).toBe(404);
  });
});

describe('GET lilt-categories', () => {
  test('200: top-level rows with what stands under them, found by either name', async () => {
    const books = await make('Books');
    await make('Novels', { parent_id: books.id });
    await make('Atlases', { parent_id: books.id });
    await make('Toys');
    const list = (query = '') => superadmin('GET', `lilt-categories?program_id=${program}${query}`);
    expect(tree(await list())).toEqual([
      ['Books', ['Novels', 'Atlases']],
      ['Toys', []],
    ]);
    expect(tree(await list('&sort_by=name&sort_dest=desc'))).toEqual([
      ['Toys', []],
      ['Books', ['Novels', 'Atlases']],
    ]);
    expect(tree(await list('&name=novel'))).toEqual([['Books', ['Novels', 'Atlases']]]);
    expect(tree(await list(`&name=${books.id}`))).toHaveLength(1);
    expect((await list('&page=2')).body).toEqual({ categories: [], count: 2 });
    expect(tree(await stranger('GET', `lilt-categories?program_id=${program}`))).toEqual([]);
  });

  test('200 of a program with a part of a category: not found by the rest, a subcategory a row of its own', async () => {
    const books = await make('Books');
    const novels = await make('Novels', { parent_id: books.id });
    const toys = await make('Toys');
    await make('Kites', { parent_id: toys.id });
    await superadmin('PATCH', path(novels.id, '/programs'), { programs: [other] });
    await superadmin('PATCH', path(toys.id, '/programs'), { programs: [other] });
    for (const call of [superadmin, stranger]) {
      const list = (query = '') => call('GET', `lilt-categories?program_id=${other}${query}`);
      const lent = await list('&sort_by=name');
      expect([tree(lent), lent.body.count]).toEqual([
        [
          ['Novels', []],
          ['Toys', []],
        ],
        2,
      ]);
      expect(lent.body.categories[0]).toMatchObject({
        parent_id: books.id,
        parent_name: call === superadmin ? 'Books' : null,
      });
      expect(tree(await list('&name=novel'))).toEqual([['Novels', []]]);
      expect((await list('&name=kites')).body).toEqual({ categories: [], count: 0 });
    }
  });

  test('200 within a program, 400 without: featured and display order', async () => {
    const [one, two] = [await make('One'), await make('Two')];
    await bound('PATCH', path(two.id, '/display-order'), { program_id: program, sort_order: 1 });
    await bound('PATCH', path(one.id, '/display-order'), { program_id: program, sort_order: 2 });
    await bound('PATCH', path(one.id, '/featured'), { program_id: program });
    const { body } = await bound('GET', 'lilt-categories?sort_by=sort_order');
    expect(body.categories).toMatchObject([
      { name: 'Two', sort_order: 1, featured: false },
      { name: 'One', sort_order: 2, featured: true },
    ]);
    expect((await superadmin('GET', 'lilt-categories?sort_by=featured')).status).toBe(400);
  });
});

describe('POST and PATCH lilt-category', () => {
  test('200: makes, changes and audits; flags come either way', async () => {
    const { body } = await bound('POST', 'lilt-category', { data: { name: 'Games' } });
    expect(body.category).toMatchObject({ name: 'Games', active: 1, program_id: program, parent_id: null });
    const changed = await bound('PATCH', path(body.category.id), { data: { name: 'Play', active: 0 } });
    expect(changed.body.category).toMatchObject({ name: 'Play', active: 0 });
    const again = await bound('PATCH', path(body.category.id), { data: { name: 'Play', active: false } });
    expect(again.body).toEqual(changed.body);
    const entries = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('entity', '=', 'gift_category')
      .where('entity_id', '=', String(body.category.id))
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update']);
  });

  test('400: no name, an unknown parent, a third level, a parent that becomes a child', async () => {
    const top = await make('Top');
    const under = await make('Under', { parent_id: top.id });
    const alone = await make('Alone');
    const refused = async (call: Call, data: object, id?: number) => {
      const { status, body } = await call(id ? 'PATCH' : 'POST', id ? path(id) : 'lilt-category', { data });
      return [status, body.errors?.[0].path];
    };
    expect(await refused(bound, { name: ' ' })).toEqual([400, 'data.name']);
    expect(await refused(bound, { name: 'x', parent_id: 99_999_999 })).toEqual([400, 'data.parent_id']);
    expect(await refused(stranger, { name: 'x', parent_id: top.id })).toEqual([400, 'data.parent_id']);
    expect(await refused(bound, { name: 'x', parent_id: under.id })).toEqual([400, 'data.parent_id']);
    expect(await refused(bound, { parent_id: alone.id }, top.id)).toEqual([400, 'data.parent_id']);
    expect(await refused(bound, { parent_id: top.id }, top.id)).toEqual([400, 'data.parent_id']);
    expect(await refused(superadmin, { name: 'x', program_id: 99_999_999 })).toEqual([
      400,
      'data.program_id',
    ]);
    expect((await bound('PATCH', path(alone.id), { data: { parent_id: top.id } })).status).toBe(200);
  });

  test('the database itself knows no third level', async () => {
    const top = await make('Top');
    const under = await make('Under', { parent_id: top.id });
    const third = sql`insert into gift_categories (name, parent_id) values ('x', ${under.id})`.execute(db());
    await expect(third).rejects.toThrow('gift_categories_depth');
    const sunk = sql`update gift_categories set parent_id = ${(await make('Other')).id} where id = ${top.id}`;
    await expect(sunk.execute(db())).rejects.toThrow('gift_categories_depth');
  });

  test('200: assign_to_all takes every program of today, auto_assign those of tomorrow; 403 for others than superadmins', async () => {
    const all = await make('All', { program_id: 0, assign_to_all: true });
    const auto = await make('Auto', { program_id: 0, auto_assign: 1 });
    const later = (await makeProgram(db())).id;
    const programs = async (id: number) => (await superadmin('GET', path(id, '/programs'))).body.programs;
    expect(await programs(all.id)).toEqual(expect.arrayContaining([program, other]));
    expect(await programs(auto.id)).toEqual([later]);
    const refused = await bound('POST', 'lilt-category', { data: { name: 'x', auto_assign: true } });
    expect(refused.status).toBe(403);
    expect((await bound('POST', 'lilt-category', { data: { name: 'x', program_id: other } })).status).toBe(
      403,
    );
  });

  test('404 for a foreign row, 409 for a stale one', async () => {
    const { id, updated_at } = await make('Mine');
    expect((await stranger('PATCH', path(id), { data: { name: 'x' } })).status).toBe(404);
    await superadmin('PATCH', path(id), { data: { name: 'Ours' } });
    const { status, body } = await bound('PATCH', path(id), { data: { name: 'x', updated_at } });
    expect([status, body.conflict.changed_by]).toEqual([409, expect.stringContaining('@')]);
  });
});

describe('what hangs on a category', () => {
  test('programs: 200 replaces and keeps its own, 400 unknown, 403 no superadmin', async () => {
    const { id } = await make('Books');
    expect((await superadmin('PATCH', path(id, '/programs'), { programs: [other] })).body.programs).toEqual([
      program,
      other,
    ]);
    expect((await superadmin('PATCH', path(id, '/programs'), { programs: [99_999_999] })).status).toBe(400);
    expect((await bound('PATCH', path(id, '/programs'), { programs: [] })).status).toBe(403);
  });

  test('`assign_to_all` in a change assigns to every program: 200 for a superadmin, 403 for others', async () => {
    const { id } = await make('Everywhere');
    const send = (call: Call) => call('PATCH', path(id), { data: { assign_to_all: true } });
    expect((await send(bound)).status).toBe(403);
    expect((await send(superadmin)).status).toBe(200);
    const { programs } = (await superadmin('GET', path(id, '/programs'))).body;
    const all = await db().selectFrom('programs').select('id').execute();
    expect(new Set(programs)).toEqual(new Set(all.map((one) => one.id)));
  });

  test.each(['display-order', 'featured'])(
    '%s: 400 not assigned, 403 another program, 404 a foreign row',
    async (what) => {
      const { id } = await make('Books');
      const send = (call: Call, program_id: number) =>
        call('PATCH', path(id, `/${what}`), {
          program_id,
          ...(what === 'featured' ? {} : { sort_order: null }),
        });
      expect((await send(superadmin, other)).status).toBe(400);
      expect((await send(bound, other)).status).toBe(403);
      expect((await send(stranger, other)).status).toBe(404);
      expect((await send(bound, program)).status).toBe(200);
    },
  );

  test('translations: 200 saves the marked, takes away the empty; 400 for another English; 404 a foreign row', async () => {
    const { id } = await make('Books');
    const send = (call: Call, translations: object[]) =>
      call('PATCH', path(id, '/translations'), { translations });
    const saved = await send(bound, [
      { language_slug: 'en', name: 'Books', update: true },
      { language_slug: 'ar', name: 'كتب', update: true },
      { language_slug: 'de', name: '', update: false },
    ]);
    const named = (body: { translations: { language_slug: string; name: string }[] }) =>
      body.translations.filter(({ name }) => name).map(({ language_slug }) => language_slug);
    expect([saved.body.translations.length, named(saved.body)]).toEqual([26, ['en', 'ar']]);
    expect((await bound('GET', path(id, '/translations'))).body).toEqual(saved.body);
    expect((await send(bound, [{ language_slug: 'en', name: 'x' }])).status).toBe(400);
    const twice = { language_slug: 'ar', name: '' };
    expect((await send(bound, [twice, twice])).status).toBe(400);
    expect(named((await send(bound, [twice])).body)).toEqual(['en']);
    expect((await send(stranger, [])).status).toBe(404);
  });
});
