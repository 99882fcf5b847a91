/** Assignment of many classes to several programs at once, and its undo. Specification: Classes and bundles. */
import { z } from 'zod';
import { flag, id, pathId } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { classFilters } from '../contract.ts';
import { categoryLosses, discount } from '../links-contract.ts';

const superadmin = { role: 'superadmin' } as const;

/** The largest assignment: more would lock the catalogue for too long. */
export const MOST_CLASSES = 20_000;
const MOST_PROGRAMS = 100;
export const CLASSES_SHOWN = 50;

/** The filter of the list, or a flag as in other bodies. */
const visible = z
  .union([z.enum(['', '0', '1']), flag.transform((set) => (set ? '1' : '0'))], {
    error: 'must be true or false',
  })
  .optional()
  .default('');

const bulkAssignment = z
  .strictObject({
    class_ids: z.array(id).min(1, 'Choose classes').max(MOST_CLASSES).optional(),
    /** All classes that match the list's filter, instead of ids. */
    filter: z.strictObject({ ...classFilters, visible }).optional(),
    /** The number of classes the filter matched when the user chose them. */
    count: z.int().min(0).optional(),
    program_ids: z.array(id).min(1, 'Choose programs').max(MOST_PROGRAMS),
    discount_percentage: discount.optional().default(0),
    dry_run: flag.optional().default(false),
  })
  .refine(({ class_ids, filter }) => (class_ids === undefined) !== (filter === undefined), {
    path: ['class_ids'],
    message: 'Send either class_ids or a filter',
  })
  .refine(({ filter, count }) => filter === undefined || count !== undefined, {
    path: ['count'],
    message: 'A filter needs the count of classes it matched',
  });
export type BulkAssignment = z.output<typeof bulkAssignment>;

const shown = z.object({
  id: z.int(),
  class_name: z.string(),
  already: z.array(z.int()),
});
export type ShownClass = z.infer<typeof shown>;

export const bulkAssignmentsContract = {
  assignClasses: route(superadmin, {
    method: 'POST',
    path: 'classes/programs',
    summary: 'Link many classes to several programs; 409 where the filter now matches another number',
    input: bulkAssignment,
    output: z.object({
      /** The id to undo the assignment by; null for a dry run. */
      bulk: z.int().nullable(),
      linked: z.int(),
      already: z.int(),
      count: z.int(),
      classes: z.array(shown),
    }),
    idempotent: true,
  }),
  undoBulk: route(superadmin, {
    method: 'POST',
    path: 'bulk/{id}/undo',
    summary: 'Undo a bulk assignment, except for links edited since',
    input: z.strictObject({ id: pathId }),
    output: z.object({ unlinked: z.int(), kept: z.int(), category_losses: categoryLosses }),
  }),
};
