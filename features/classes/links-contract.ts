/** Links between classes and the programs that sell them. Specification: Classes and bundles. */
import { z } from 'zod';
import { discountOf, displayOrderOf } from '../../core/coercions.ts';
import { flag, id, idsInQuery, moment, ownerFilter, pathId, updatedAt } from '../../core/fields.ts';
import { placeRoutes } from '../../core/noun-routes.ts';
import { orderRoutes } from '../../core/nouns/order-routes.ts';
import { route } from '../../core/route.ts';
import { branch } from '../site-categories/contract.ts';

const access = { area: 'catalogue' } as const;

export const featured = z.enum(['y', 'n']);

export const tagOfClass = z.object({ program_id: z.int(), tag_id: z.int() });

export const classLink = z.object({
  program_id: z.int(),
  program_display_name: z.string(),
  home: z.boolean(),
  /** 1: the class can be bought in that program now. */
  active: z.literal([0, 1]),
  discount_percentage: z.int(),
  featured,
  display_order: z.int(),
  tags: z.array(z.int()),
});
export type ClassLink = z.infer<typeof classLink>;

const MOST_TAGS = 200;
const MOST_PROGRAMS = 1000;

const tags = z.array(id).max(MOST_TAGS);

/** Accepts any text. */
export const discount = z.unknown().transform(discountOf);

/** Omitted fields stay, or take the defaults of a new link. */
const givenLink = z.object({
  program_id: id,
  active: flag.optional(),
  discount_percentage: discount.optional(),
  featured: z.unknown().transform(featuredOf).optional(),
  display_order: z.unknown().transform(displayOrderOf).optional(),
  tags: tags.optional(),
});
export type GivenLink = z.output<typeof givenLink>;

const programs = z.object({ programs: z.array(classLink), updated_at: moment });

const lostCategory = z.object({ id: z.int(), category_name: z.string() });
export type LostCategory = z.infer<typeof lostCategory>;

/** Classes that an answer names when many lose categories at once. */
export const CLASSES_NAMED = 50;

/** Classes that lose categories because they leave a program; the first of them by name. */
export const categoryLosses = z.object({
  count: z.int(),
  classes: z.array(z.object({ id: z.int(), class_name: z.string(), lost_categories: z.array(lostCategory) })),
});
export type CategoryLosses = z.infer<typeof categoryLosses>;

const orders = orderRoutes({ access, path: 'classes', called: 'classes and bundles' });

export const linksContract = {
  classPrograms: route(access, {
    method: 'GET',
    path: 'class/{id}/programs',
    summary: 'The programs that sell a class',
    input: z.strictObject({ id: pathId }),
    output: programs,
  }),
  saveClassPrograms: route(
    { role: 'superadmin' },
    {
      method: 'PATCH',
      path: 'class/{id}/programs',
      summary: 'Set the programs that sell a class; the home program always stays',
      input: z.strictObject({
        id: pathId,
        programs: z.array(givenLink).max(MOST_PROGRAMS),
        updated_at: updatedAt,
      }),
      output: programs.extend({ lost_categories: z.array(lostCategory) }),
    },
  ),
  classCategoriesLost: route(
    { role: 'superadmin' },
    {
      method: 'GET',
      path: 'class/{id}/lost-categories',
      summary: 'The categories that a class would lose if only these programs sold it',
      input: z.strictObject({ id: pathId, programs: idsInQuery(MOST_PROGRAMS) }),
      output: z.object({ lost_categories: z.array(lostCategory) }),
    },
  ),
  classCategories: route(access, {
    method: 'GET',
    path: 'class/{id}/categories',
    summary:
      'The categories that a class can have with this home program: those of all programs that sell it',
    input: z.strictObject({ id: pathId, program_id: ownerFilter }),
    output: z.object({ categories: z.array(branch) }),
  }),
  saveClassTags: route(access, {
    method: 'PATCH',
    path: 'class/{id}/tags',
    summary: 'Tag a class in a program that sells it',
    input: z.strictObject({ id: pathId, program_id: id, tags, updated_at: updatedAt }),
    output: z.object({ tags: z.array(z.int()), updated_at: moment }),
  }),
  classOrder: orders.read,
  unplacedClasses: orders.unplaced,
  saveClassOrder: orders.save,
  setClassDisplayOrder: placeRoutes({ access, path: 'class/{id}', called: 'a class' }, 'display_order').order,
  toggleClassFeatured: route(access, {
    method: 'PATCH',
    path: 'class/{id}/featured',
    summary:
      'Feature a class in a program, or stop featuring it; 409 where it stands as the given `featured`',
    input: z.strictObject({ id: pathId, program_id: id, featured: featured.optional() }),
    output: z.object({ featured }),
  }),
};

function featuredOf(value: unknown): 'y' | 'n' {
  return value === 'y' ? 'y' : 'n';
}
