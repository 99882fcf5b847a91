/** LiL Giveaways categories. Specification: LiL Giveaways categories. */
import { z } from 'zod';
import {
  counted,
  flag,
  id,
  moment,
  pathId,
  programFilter,
  programId,
  trimmedText,
  updatedAt,
} from '../../core/fields.ts';
import { type Filters, pageInput } from '../../core/filters.ts';
import { assignmentRoutes, placeRoutes, translationRoutes, typoOnly } from '../../core/noun-routes.ts';
import { route } from '../../core/route.ts';

const access = { area: 'events' } as const;
const superadmin = { role: 'superadmin' } as const;

export const GIFT_CATEGORY_SORTS = ['id', 'name', 'active', 'featured', 'sort_order'] as const;

export const GIFT_CATEGORY_FILTERS = {
  program_id: { by: 'program', label: 'Program', zero: 'All' },
  name: { by: 'words', label: 'Category name or ID' },
} as const satisfies Filters;

/** Sorts that apply only within one program. */
export const PROGRAM_SORTS: readonly string[] = ['featured', 'sort_order'];

const columns = {
  id: z.int(),
  name: z.string(),
  active: z.literal([0, 1]),
  /** Refers to the program in the list's filter; false and null without one. */
  featured: z.boolean(),
  sort_order: z.int().nullable(),
  parent_id: z.int().nullable(),
  /** The parent category; null without one, or where the caller may not see it. */
  parent_name: z.string().nullable(),
  /** 0: a category of the global site. */
  program_id: z.int(),
  auto_assign: z.boolean(),
  updated_at: moment,
};

const giftSubcategory = z.object(columns);
export const giftCategory = z.object({ ...columns, subcategories: z.array(giftSubcategory) });
export type GiftCategory = z.infer<typeof giftCategory>;

const fields = {
  name: trimmedText(200).min(1, 'Enter a name'),
  active: flag,
  auto_assign: flag,
  assign_to_all: flag,
  program_id: programId,
  /** The top-level parent; null for a top-level category. */
  parent_id: id.nullable(),
  updated_at: updatedAt,
};

/** Unknown fields are ignored. */
export const newGiftCategory = z.object({
  ...fields,
  active: fields.active.optional().default(true),
  auto_assign: fields.auto_assign.optional().default(false),
  assign_to_all: fields.assign_to_all.optional().default(false),
  program_id: fields.program_id.optional(),
  parent_id: fields.parent_id.optional().default(null),
});
export type NewGiftCategory = z.output<typeof newGiftCategory>;

/** Omitted fields stay. `assign_to_all` also assigns it to every program. */
export const giftCategoryChange = z.object(fields).partial();
export type GiftCategoryChange = z.output<typeof giftCategoryChange>;

const place = { access, path: 'lilt-category/{id}', called: 'a category' };
const placed = placeRoutes(place, 'sort_order');
const programs = assignmentRoutes({ ...place, access: superadmin }, 'programs');
const translations = translationRoutes(place, { name: trimmedText(200) });

export const giftCategoryTranslationInput = translations.given;

const saved = z.object({ category: giftCategory });

export const giftCategoriesContract = {
  giftCategories: route(access, {
    method: 'GET',
    path: 'lilt-categories',
    summary: 'A page of categories with their subcategories',
    input: z.strictObject(pageInput(GIFT_CATEGORY_FILTERS, GIFT_CATEGORY_SORTS)),
    output: z.object({ categories: z.array(giftCategory), ...counted }),
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
  setGiftCategoryDisplayOrder: placed.order,
  toggleGiftCategoryFeatured: placed.featured,
  giftCategoryPrograms: programs.read,
  saveGiftCategoryPrograms: programs.save,
  giftCategoryTranslations: translations.read,
  saveGiftCategoryTranslations: translations.save,
};
