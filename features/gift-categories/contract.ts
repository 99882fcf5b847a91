/** LiL Giveaways categories. Specification: LiL Giveaways categories. */
import { z } from 'zod';
import {
  flag,
  id,
  moment,
  page,
  pathId,
  programFilter,
  programId,
  programIds,
  sortBy,
  sortDest,
  sortOrder,
  text,
  textFilter,
  updatedAt,
} from '../../core/fields.ts';
import { LOCALES } from '../../core/locales.ts';
import { route } from '../../core/route.ts';

const access = { area: 'events' } as const;
const superadmin = { role: 'superadmin' } as const;

export const GIFT_CATEGORY_SORTS = ['id', 'name', 'active', 'featured', 'sort_order'] as const;

/** Sorts that mean something only within one program. */
export const PROGRAM_SORTS: readonly string[] = ['featured', 'sort_order'];

const columns = {
  id: z.int(),
  name: z.string(),
  active: z.literal([0, 1]),
  /** In the program that the list was asked for; false and null without one. */
  featured: z.boolean(),
  sort_order: z.int().nullable(),
  parent_id: z.int().nullable(),
  /** 0: a category of the global site. */
  program_id: z.int(),
  auto_assign: z.boolean(),
  updated_at: moment,
};

/** A subcategory is a category without any of its own. */
const giftSubcategory = z.object(columns);
export const giftCategory = z.object({ ...columns, subcategories: z.array(giftSubcategory) });
export type GiftCategory = z.infer<typeof giftCategory>;

const fields = {
  name: text(200).trim().min(1, 'Enter a name'),
  active: flag,
  auto_assign: flag,
  assign_to_all: flag,
  program_id: programId,
  /** The top-level category above; null is top-level. */
  parent_id: id.nullable(),
  updated_at: updatedAt,
};

/** What a new category is made of; other fields of a category may ride along and are not looked at. */
export const newGiftCategory = z.object({
  ...fields,
  active: fields.active.optional().default(true),
  auto_assign: fields.auto_assign.optional().default(false),
  assign_to_all: fields.assign_to_all.optional().default(false),
  program_id: fields.program_id.optional(),
  parent_id: fields.parent_id.optional().default(null),
});
export type NewGiftCategory = z.output<typeof newGiftCategory>;

/** A change: what is left out stays as it is. `assign_to_all` counts on creation alone. */
export const giftCategoryChange = z.object(fields).partial();
export type GiftCategoryChange = z.output<typeof giftCategoryChange>;

export const giftCategoryTranslation = z.object({
  language_slug: z.enum(LOCALES),
  name: z.string(),
  update: z.boolean(),
});
export type GiftCategoryTranslation = z.infer<typeof giftCategoryTranslation>;

/** As of an event: `update` false is not looked at, no text takes it away, a change of English is a 400. */
export const giftCategoryTranslationInput = z.object({
  language_slug: z.enum(LOCALES),
  name: text(200).trim().nullish(),
  update: flag.optional().default(true),
});

const byId = z.strictObject({ id: pathId });
const saved = z.object({ category: giftCategory });

export const giftCategoriesContract = {
  giftCategories: route(access, {
    method: 'GET',
    path: 'lilt-categories',
    summary: 'A page of top-level categories with their subcategories',
    input: z.strictObject({
      page,
      program_id: programFilter,
      name: textFilter,
      sort_by: sortBy(GIFT_CATEGORY_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({ categories: z.array(giftCategory), count: z.int() }),
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
    input: z.strictObject({ id: pathId, data: giftCategoryChange }),
    output: saved,
  }),
  setGiftCategoryDisplayOrder: route(access, {
    method: 'PATCH',
    path: 'lilt-category/{id}/display-order',
    summary: "Set a category's place among those of a program",
    input: z.strictObject({ id: pathId, program_id: id, sort_order: sortOrder }),
    output: z.object({ sort_order: z.int().nullable() }),
  }),
  toggleGiftCategoryFeatured: route(access, {
    method: 'PATCH',
    path: 'lilt-category/{id}/featured',
    summary: 'Feature a category in a program, or no longer',
    input: z.strictObject({ id: pathId, program_id: id }),
    output: z.object({ featured: z.boolean() }),
  }),
  giftCategoryPrograms: route(superadmin, {
    method: 'GET',
    path: 'lilt-category/{id}/programs',
    summary: 'The programs that a category is assigned to',
    input: byId,
    output: z.object({ programs: z.array(z.int()), updated_at: moment }),
  }),
  saveGiftCategoryPrograms: route(superadmin, {
    method: 'PATCH',
    path: 'lilt-category/{id}/programs',
    summary: 'Assign a category to programs; its own program always stays',
    input: z.strictObject({ id: pathId, programs: programIds, updated_at: updatedAt }),
    output: z.object({ programs: z.array(z.int()), updated_at: moment }),
  }),
  giftCategoryTranslations: route(access, {
    method: 'GET',
    path: 'lilt-category/{id}/translations',
    summary: 'The name of a category in all languages',
    input: byId,
    output: z.object({ translations: z.array(giftCategoryTranslation), updated_at: moment }),
  }),
  saveGiftCategoryTranslations: route(access, {
    method: 'PATCH',
    path: 'lilt-category/{id}/translations',
    summary: 'Save the languages that have changed',
    input: z.strictObject({
      id: pathId,
      translations: z.array(giftCategoryTranslationInput).max(LOCALES.length),
      updated_at: updatedAt,
    }),
    output: z.object({ translations: z.array(giftCategoryTranslation), updated_at: moment }),
  }),
};
