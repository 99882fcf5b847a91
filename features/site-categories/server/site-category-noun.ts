/** The site category as a noun for saves, and its dependants. Specification: Site categories. */
import type { Assignments, Placed } from '../../../server/nouns/assignments.ts';
import { tableNoun } from '../../../server/nouns/changing.ts';

export const SITE_CATEGORY = tableNoun({ entity: 'site_category', table: 'site_categories' });

/** Shared by who puts a class into a category; alone for who moves or deletes one. */
export const CLASSES_IN_CATEGORIES = 'classes in site categories';

export const SITE_CATEGORY_PROGRAMS: Assignments<'programs'> & Placed<'display_order'> = {
  noun: SITE_CATEGORY,
  owner: 'category_id',
  table: 'site_category_programs',
  target: 'program_id',
  targets: 'programs',
  called: 'program',
  key: 'programs',
  order: 'display_order',
};
