import { callsOf } from '../../../web/api.ts';
import { type SiteCategory, siteCategoriesContract } from '../contract.ts';

export const { calls, reload } = callsOf('siteCategories', siteCategoriesContract);

/** A row of the tree; a sub-category has none below it. */
export type Category = Omit<SiteCategory, 'sub_categories'> & Partial<Pick<SiteCategory, 'sub_categories'>>;

export function findCategory(categories: readonly SiteCategory[], id: number): Category | undefined {
  return categories.flatMap((row): Category[] => [row, ...row.sub_categories]).find((row) => row.id === id);
}

export async function readCategory(id: number, program_id: number): Promise<Category> {
  return (await calls.siteCategory.call({ id, program_id })).category;
}
