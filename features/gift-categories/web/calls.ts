import { callsOf } from '../../../web/api.ts';
import { type GiftCategory, giftCategoriesContract } from '../contract.ts';

export const { calls, reload } = callsOf('giftCategories', giftCategoriesContract);

/** A row of the tree; one below another has nothing below itself. */
export type Category = Omit<GiftCategory, 'subcategories'> & Partial<Pick<GiftCategory, 'subcategories'>>;

export function findCategory(categories: readonly GiftCategory[], id: number): Category | undefined {
  return categories.flatMap((row): Category[] => [row, ...row.subcategories]).find((row) => row.id === id);
}

/** A row as it is now, by its id, with its place in the program (0: in none). Throws a 404 where it is gone. */
export async function readCategory(id: number, program_id: number): Promise<Category> {
  return (await calls.giftCategory.call({ id, program_id })).category;
}
