/** The site category as a noun for saves, and its dependants. Specification: Site categories. */
import { programsOf } from '../../../server/nouns/assignments.ts';
import { tableNoun } from '../../../server/nouns/changing.ts';
import { SITE_CATEGORIES_NOUNS } from '../noun.ts';

export const SITE_CATEGORY = tableNoun({ entity: 'site_category', table: 'site_categories' });

/** Shared by who puts a class into a category; alone for who moves or deletes one. */
export const CLASSES_IN_CATEGORIES = 'classes in site categories';

export const SITE_CATEGORY_PROGRAMS = programsOf(SITE_CATEGORY, SITE_CATEGORIES_NOUNS.site_category.programs);
