/** The LiL Giveaways category as a noun for saves, and its dependants. Specification: LiL Giveaways categories. */
import type { Assignments, Placed } from '../../../server/nouns/assignments.ts';
import { tableNoun } from '../../../server/nouns/changing.ts';
import type { Translations } from '../../../server/nouns/translations.ts';
import { GIFT_CATEGORIES_NOUNS } from '../noun.ts';

export const GIFT_CATEGORY = tableNoun({ entity: 'gift_category', table: 'gift_categories' });

const assigned = { noun: GIFT_CATEGORY, owner: 'category_id' } as const;

export const GIFT_CATEGORY_PROGRAMS: Assignments<'programs'> & Placed<'sort_order'> = {
  ...assigned,
  table: 'gift_category_programs',
  target: 'program_id',
  targets: 'programs',
  called: 'program',
  key: 'programs',
  order: 'sort_order',
};

export const GIFT_CATEGORY_NAMES: Translations<'name'> = {
  noun: GIFT_CATEGORY,
  ...GIFT_CATEGORIES_NOUNS.gift_category.languages,
};
