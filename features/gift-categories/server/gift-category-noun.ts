import { sql } from 'kysely';
import type { Arranged } from '../../../server/nouns/arranging.ts';
import { programsOf } from '../../../server/nouns/assignments.ts';
import { tableNoun } from '../../../server/nouns/changing.ts';
import { textsOf } from '../../../server/nouns/translations.ts';
import { GIFT_CATEGORIES_NOUNS } from '../noun.ts';

export const GIFT_CATEGORY = tableNoun({ entity: 'gift_category', table: 'gift_categories' });

export const GIFT_CATEGORY_PROGRAMS = programsOf(GIFT_CATEGORY, GIFT_CATEGORIES_NOUNS.gift_category.programs);

export const GIFT_CATEGORY_ORDER: Arranged = {
  places: GIFT_CATEGORY_PROGRAMS,
  entity: 'gift_category_order',
  table: 'gift_categories',
  name: 'name',
  parent: sql`t.parent_id`,
  marks: { featured: sql`o.featured`, inactive: sql`t.active = 0` },
};

export const GIFT_CATEGORY_NAMES = textsOf(GIFT_CATEGORY, GIFT_CATEGORIES_NOUNS.gift_category.languages);
