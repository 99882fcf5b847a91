/** Categories of classes and users. Specification: Site categories. */

import { z } from 'zod';
import {
  counted,
  id,
  moment,
  pathId,
  programFilter,
  programId,
  trimmedText,
  updatedAt,
} from '../../core/fields.ts';
import { type Filters, filterInput, pageInput } from '../../core/filters.ts';
import { ACTIVE_WORDS, DELETED_WORDS } from '../../core/noun.ts';
import { assignmentRoutes, placeRoutes } from '../../core/noun-routes.ts';
import { flagField, inputOf, newOf, requiredText, rowOf } from '../../core/nouns/field-set.ts';
import { treeOrderRoutes } from '../../core/nouns/order-routes.ts';
import { switchRoute } from '../../core/nouns/switch-routes.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { SITE_CATEGORIES_NOUNS } from './noun.ts';

const access = { area: 'catalogue' } as const;
const superadmin = { role: 'superadmin' } as const;
/** The forms of classes and users choose from the same tree. */
const choosers = { area: ['catalogue', 'users'] } as const;

export const SITE_CATEGORY_SORTS = ['id', 'category_name', 'status', 'display_order'] as const;

export const SITE_CATEGORY_FILTERS = {
  program_id: { by: 'program', label: 'Program' },
  name: { by: 'words', label: 'Category name or ID' },
} as const satisfies Filters;

export const PROGRAM_SORTS: readonly string[] = ['display_order'];

export const SITE_CATEGORY_FIELDS = {
  category_name: requiredText('Category name', trimmedText(200), 'Enter a name'),
  status: { ...flagField('Active', true), reads: 'state' as const, words: ACTIVE_WORDS },
  del_flag: { ...flagField('Deleted', false), reads: 'state' as const, words: DELETED_WORDS },
  /** The top-level parent; null for a top-level category. */
  parent_id: {
    label: 'Parent category',
    of: 'site_category',
    input: id.nullable(),
    row: z.int().nullable(),
    initial: null,
  },
};

const columns = {
  id: z.int(),
  ...rowOf(SITE_CATEGORY_FIELDS),
  /** Refers to the program in the list's filter; null without one. */
  display_order: z.int().nullable(),
  /** The parent category; null without one, or where the caller may not see it. */
  parent_name: z.string().nullable(),
  /** The top-level category of its branch, possibly its own id. */
  group_id: z.int(),
  /** 0: a category of the global site. */
  program_id: z.int(),
  updated_at: moment,
};

const subCategory = z.object(columns);
export const siteCategory = z.object({ ...columns, sub_categories: z.array(subCategory) });
export type SiteCategory = z.infer<typeof siteCategory>;

const choice = z.object({
  id: z.int(),
  category_name: z.string(),
  status: z.literal([0, 1]),
  group_id: z.int(),
});
export type CategoryChoice = z.infer<typeof choice>;
export const branch = choice.extend({ sub_categories: z.array(choice) });
export type CategoryBranch = z.infer<typeof branch>;

export const newSiteCategory = z.object({
  ...newOf(SITE_CATEGORY_FIELDS),
  program_id: programId.optional(),
  updated_at: updatedAt,
});
export type NewSiteCategory = z.output<typeof newSiteCategory>;

export const siteCategoryChange = z
  .object({ ...inputOf(SITE_CATEGORY_FIELDS), program_id: programId, updated_at: updatedAt })
  .partial();
export type SiteCategoryChange = z.output<typeof siteCategoryChange>;

const place = { access, path: 'site-category/{id}', called: 'a category' };
const orders = treeOrderRoutes({ access, path: 'site-categories', called: 'categories' });
const programs = assignmentRoutes({ ...place, access: superadmin }, 'programs');

const saved = z.object({ category: siteCategory });

export const SITE_CATEGORY_CSV = {
  id: ['ID', 'number'],
  category_name: ['Name', 'text'],
  parent_name: ['Parent category', 'text'],
  status: ['Active', 'flag', ['On', 'Off']],
  del_flag: ['Deleted', 'flag'],
  display_order: ['Display order', 'number'],
  program_id: ['Program ID', 'number'],
} as const satisfies CsvColumns;

export const siteCategoriesContract = {
  categories: route(choosers, {
    method: 'GET',
    path: 'categories',
    summary: 'The whole tree of categories, or of one program, for choosers',
    input: z.strictObject({ program_id: programFilter }),
    output: z.object({ categories: z.array(branch) }),
  }),
  siteCategories: route(access, {
    method: 'GET',
    path: 'site-categories',
    reads: 'replica',
    summary: 'A page of site categories with their subcategories',
    input: z.strictObject(pageInput(SITE_CATEGORY_FILTERS, SITE_CATEGORY_SORTS)),
    output: z.object({ categories: z.array(siteCategory), ...counted }),
  }),
  siteCategoriesCsv: csvRoute(access, {
    path: 'site-categories',
    summary: 'The categories of the list',
    filters: filterInput(SITE_CATEGORY_FILTERS),
  }),
  siteCategory: route(access, {
    method: 'GET',
    path: 'site-category/{id}',
    summary: 'A site category with its subcategories, and its place in a program where one is given',
    input: z.strictObject({ id: pathId, program_id: programFilter }),
    output: saved,
  }),
  createSiteCategory: route(superadmin, {
    method: 'POST',
    path: 'site-category',
    summary: 'Create a site category or subcategory',
    input: z.strictObject({ data: newSiteCategory }),
    output: saved,
    idempotent: true,
  }),
  updateSiteCategory: route(superadmin, {
    method: 'PATCH',
    path: 'site-category/{id}',
    summary: 'Change a category',
    input: z.strictObject({ id: pathId, data: siteCategoryChange }),
    output: saved,
  }),
  siteCategoryOrder: orders.read,
  unplacedSiteCategories: orders.unplaced,
  saveSiteCategoryOrder: orders.save,
  setSiteCategoryDisplayOrder: placeRoutes(place, 'display_order').order,
  siteCategoryPrograms: programs.read,
  saveSiteCategoryPrograms: programs.save,
  switchSiteCategories: switchRoute({
    access: superadmin,
    switches: SITE_CATEGORIES_NOUNS.site_category.switches,
    called: 'categories',
  }),
};
