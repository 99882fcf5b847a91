/** LiL Giveaways categories. Specification: LiL Giveaways categories. */

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
import { assignmentRoutes, placeRoutes, translationRoutes, typoOnly } from '../../core/noun-routes.ts';
import {
  ACTIVE,
  ASSIGN_TO_ALL,
  AUTO_ASSIGN,
  inputOf,
  newOf,
  requiredText,
  rowOf,
  translationOf,
} from '../../core/nouns/field-set.ts';
import { treeOrderRoutes } from '../../core/nouns/order-routes.ts';
import { switchRoute } from '../../core/nouns/switch-routes.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { GIFT_CATEGORIES_NOUNS } from './noun.ts';

const access = { area: 'events' } as const;
const superadmin = { role: 'superadmin' } as const;

export const GIFT_CATEGORY_SORTS = ['id', 'name', 'active', 'featured', 'sort_order'] as const;

export const GIFT_CATEGORY_FILTERS = {
  program_id: { by: 'program', label: 'Program', zero: 'All' },
  name: { by: 'words', label: 'Category name or ID' },
} as const satisfies Filters;

export const PROGRAM_SORTS: readonly string[] = ['featured', 'sort_order'];

export const GIFT_CATEGORY_FIELDS = {
  name: requiredText('Name', trimmedText(200), 'Enter a name'),
  active: ACTIVE,
  auto_assign: AUTO_ASSIGN,
  /** The top-level parent; null for a top-level category. */
  parent_id: {
    label: 'Parent category',
    of: 'gift_category',
    input: id.nullable(),
    row: z.int().nullable(),
    initial: null,
  },
};

const columns = {
  id: z.int(),
  ...rowOf(GIFT_CATEGORY_FIELDS),
  /** Refers to the program in the list's filter; false and null without one. */
  featured: z.boolean(),
  sort_order: z.int().nullable(),
  /** The parent category; null without one, or where the caller may not see it. */
  parent_name: z.string().nullable(),
  /** 0: a category of the global site. */
  program_id: z.int(),
  updated_at: moment,
};

const giftSubcategory = z.object(columns);
export const giftCategory = z.object({ ...columns, subcategories: z.array(giftSubcategory) });
export type GiftCategory = z.infer<typeof giftCategory>;

export const newGiftCategory = z.object({
  ...newOf({ ...GIFT_CATEGORY_FIELDS, ...ASSIGN_TO_ALL }),
  program_id: programId.optional(),
  updated_at: updatedAt,
});
export type NewGiftCategory = z.output<typeof newGiftCategory>;

/** Omitted fields stay. `assign_to_all` also assigns it to every program. */
export const giftCategoryChange = z
  .object({
    ...inputOf({ ...GIFT_CATEGORY_FIELDS, ...ASSIGN_TO_ALL }),
    program_id: programId,
    updated_at: updatedAt,
  })
  .partial();
export type GiftCategoryChange = z.output<typeof giftCategoryChange>;

const place = { access, path: 'lilt-category/{id}', called: 'a category' };
const placed = placeRoutes(place, 'sort_order');
const orders = treeOrderRoutes({ access, path: 'lilt-categories', called: 'categories' });
const programs = assignmentRoutes({ ...place, access: superadmin }, 'programs');
const { languages } = GIFT_CATEGORIES_NOUNS.gift_category;
const translations = translationRoutes(
  { ...place, access: languages.access },
  translationOf(GIFT_CATEGORY_FIELDS, languages.fields),
);

export const giftCategoryTranslationInput = translations.given;

const saved = z.object({ category: giftCategory });

export const GIFT_CATEGORY_CSV = {
  id: ['ID', 'number'],
  name: ['Name', 'text'],
  parent_name: ['Parent category', 'text'],
  active: ['Active', 'flag', ['On', 'Off']],
  featured: ['Featured', 'flag'],
  sort_order: ['Display order', 'number'],
  program_id: ['Program ID', 'number'],
} as const satisfies CsvColumns;

export const giftCategoriesContract = {
  giftCategories: route(access, {
    method: 'GET',
    path: 'lilt-categories',
    reads: 'replica',
    summary: 'A page of giveaway categories with their subcategories',
    input: z.strictObject(pageInput(GIFT_CATEGORY_FILTERS, GIFT_CATEGORY_SORTS)),
    output: z.object({ categories: z.array(giftCategory), ...counted }),
  }),
  giftCategoriesCsv: csvRoute(access, {
    path: 'lilt-categories',
    summary: 'The categories of the list',
    filters: filterInput(GIFT_CATEGORY_FILTERS),
  }),
  giftCategory: route(access, {
    method: 'GET',
    path: 'lilt-category/{id}',
    summary: 'A category with its subcategories, and its place in a program where one is named',
    input: z.strictObject({ id: pathId, program_id: programFilter }),
    output: saved,
  }),
  createGiftCategory: route(access, {
    method: 'POST',
    path: 'lilt-category',
    summary: 'Create a category, or a subcategory of a top-level one',
    input: z.strictObject({ data: newGiftCategory }),
    output: saved,
    idempotent: true,
  }),
  updateGiftCategory: route(access, {
    method: 'PATCH',
    path: 'lilt-category/{id}',
    summary: 'Change a category',
    input: z.strictObject({ id: pathId, data: giftCategoryChange, typo_only: typoOnly }),
    output: saved,
  }),
  giftCategoryOrder: orders.read,
  unplacedGiftCategories: orders.unplaced,
  saveGiftCategoryOrder: orders.save,
  setGiftCategoryDisplayOrder: placed.order,
  toggleGiftCategoryFeatured: placed.featured,
  giftCategoryPrograms: programs.read,
  saveGiftCategoryPrograms: programs.save,
  giftCategoryTranslations: translations.read,
  saveGiftCategoryTranslations: translations.save,
  switchGiftCategories: switchRoute(
    { access, switches: GIFT_CATEGORIES_NOUNS.gift_category.switches, called: 'categories' },
    {
      /** The program whose site shows them first, for `featured`. */
      program_id: id.optional(),
    },
  ),
};
