/** The page that a row is on, where a list is asked for it instead of a page. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../../test/harness.ts';
import { useTestApp } from '../../../test/harness.ts';
import { GIFT_CATEGORY_SORTS } from '../contract.ts';

const app = useTestApp();
let they: Call;
const ids: number[] = [];
let below: number;

beforeAll(async () => {
  they = await app().as({ permissions: ['superadmin'] });
  // Several of a name: ties have a place too.
  for (let made = 0; made < 120; made++) ids.push(await make(`Of ${(made * 7) % 40}`));
  below = await make('Below', ids[60]);
});

async function make(name: string, parent_id?: number): Promise<number> {
  const { body } = await they('POST', 'lilt-category', { data: { name, parent_id: parent_id ?? null } });
  return body.category.id as number;
}

const list = async (query: string) => (await they('GET', `lilt-categories?${query}`)).body;

describe('page_of', () => {
  const orders = GIFT_CATEGORY_SORTS.filter((sort) => !['featured', 'sort_order'].includes(sort));
  test.each(orders.flatMap((sort) => [`sort_by=${sort}`, `sort_by=${sort}&sort_dest=desc`]))(
    'answers the page that holds it: %s',
    async (order) => {
      for (const id of [ids[0], ids[57], ids[119]]) {
        const { page, categories } = await list(`${order}&page_of=${id}`);
        const held = await list(`${order}&page=${page}`);
        expect(held.categories).toEqual(categories);
        expect(categories.map((row: { id: number }) => row.id)).toContain(id);
      }
    },
  );

  test('a row below another is on the page of that one', async () => {
    const { page, categories } = await list(`page_of=${below}`);
    expect(page).toBe((await list(`page_of=${ids[60]}`)).page);
    const parent = categories.find((row: { id: number }) => row.id === ids[60]);
    expect(parent.subcategories.map((row: { id: number }) => row.id)).toEqual([below]);
  });

  test('what the filter hides is on no page: the one that was asked for is answered', async () => {
    const answer = await list(`name=Below&page_of=${ids[3]}`);
    expect(answer.page).toBeUndefined();
    expect(answer.count).toBe(1);
    expect((await list('page_of=0')).errors[0].path).toBe('page_of');
  });
});
