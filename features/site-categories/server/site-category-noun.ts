import { sql } from 'kysely';
import type { Arranged } from '../../../server/nouns/arranging.ts';
import { programsOf } from '../../../server/nouns/assignments.ts';
import { tableNoun } from '../../../server/nouns/changing.ts';
import { SITE_CATEGORIES_NOUNS } from '../noun.ts';

export const SITE_CATEGORY = tableNoun({ entity: 'site_category', table: 'site_categories' });

/** Shared by who puts a class into a category; alone for who moves or deletes one. */
export const CLASSES_IN_CATEGORIES = 'classes in site categories';

export const SITE_CATEGORY_PROGRAMS = programsOf(SITE_CATEGORY, SITE_CATEGORIES_NOUNS.site_category.programs);

export const SITE_CATEGORY_ORDER: Arranged = {
  places: SITE_CATEGORY_PROGRAMS,
  entity: 'site_category_order',
  table: 'site_categories',
  name: 'category_name',
  parent: sql`t.parent_id`,
  marks: { inactive: sql`t.status = 0`, deleted: sql`t.del_flag = 1` },
};
