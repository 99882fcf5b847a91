/** Classes and bundles, as far as they are read. Specification: Classes and bundles. */
import { z } from 'zod';
import { page, pathId, programFilter, sortBy, sortDest, textFilter } from '../../core/fields.ts';
import { route } from '../../core/route.ts';

const access = { area: 'catalogue' } as const;

/** Prices are in the major unit of the currency; both discounts are hundredths, shown divided by 100. */
export const classRow = z.object({
  id: z.int(),
  class_name: z.string(),
  instructor_id: z.int().nullable(),
  instructor_name: z.string().nullable(),
  program_id: z.int().nullable(),
  is_bundle: z.boolean(),
  class_price: z.number(),
  currency: z.string(),
  membership_discount: z.int(),
  membership_discount_other: z.int(),
  del_flag: z.int(),
  status: z.int(),
});
export type ClassRow = z.infer<typeof classRow>;

/** What a bundle holds: the classes that the caller may see, and how many others. */
export const bundled = { bundles: z.array(classRow), hidden: z.int() };
export type Bundled = { bundles: ClassRow[]; hidden: number };

export const CLASS_SORTS = [
  'id',
  'class_name',
  'class_price',
  'membership_discount',
  'membership_discount_other',
  'del_flag',
  'status',
] as const;

export const classesContract = {
  classes: route(access, {
    method: 'GET',
    path: 'classes',
    summary: 'A page of classes, bundles or both',
    input: z.strictObject({
      page,
      type: z.enum(['class', 'bundle', '']).optional().default(''),
      program_id: programFilter,
      instructor_name: textFilter,
      name: textFilter,
      sort_by: sortBy(CLASS_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({ classes: z.array(classRow), count: z.int() }),
  }),
  class: route(access, {
    method: 'GET',
    path: 'class/{id}',
    summary: 'A class with the classes bundled into it',
    input: z.strictObject({ id: pathId }),
    output: z.object({ class: classRow.extend({ updated_at: z.string(), ...bundled }) }),
  }),
};
