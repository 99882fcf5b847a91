import { callsOf } from '../../../web/api.ts';
import { type GiftCategory, giftCategoriesContract } from '../contract.ts';

export const { calls, reload } = callsOf('giftCategories', giftCategoriesContract);

/** A row of the tree; a sub-category has none below it. */
export type Category = Omit<GiftCategory, 'subcategories'> & Partial<Pick<GiftCategory, 'subcategories'>>;

export function findCategory(categories: readonly GiftCategory[], id: number): Category | undefined {
  return categories.flatMap((row): Category[] => [row, ...row.subcategories]).find((row) => row.id === id);
}

export async function readCategory(id: number, program_id: number): Promise<Category> {
  return (await calls.giftCategory.call({ id, program_id })).category;
}
