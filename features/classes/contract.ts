/** Classes and bundles. Specification: Classes and bundles. */
import { z } from 'zod';
import {
  counted,
  flag,
  id,
  imageId,
  moment,
  page,
  pageOfRow,
  pathId,
  programFilter,
  programId,
  sortBy,
  sortDest,
  textFilter,
  tickFilter,
  updatedAt,
} from '../../core/fields.ts';
import { CURRENCIES } from '../../core/money.ts';
import { typoOnly } from '../../core/noun-routes.ts';
import { asOfRoute } from '../../core/nouns/as-of-routes.ts';
import { inputOf, rowOf } from '../../core/nouns/field-set.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { CLASS_CHANGE_FIELDS, CLASS_FIELDS } from './class-schemas.ts';
import { classLink, featured, linksContract, tagOfClass } from './links-contract.ts';
import { peopleContract } from './people-contract.ts';

const access = { area: 'catalogue' } as const;

const row = rowOf(CLASS_CHANGE_FIELDS);

/** Prices are in the major unit of the currency; both discounts are hundredths, shown divided by 100. */
export const classRow = z.object({
  id: z.int(),
  class_name: row.class_name,
  instructor_id: z.int().nullable(),
  instructor_name: z.string().nullable(),
  /** 0: a class of the global site. */
  program_id: z.int(),
  is_bundle: z.boolean(),
  class_price: z.number(),
  currency: z.string(),
  membership_discount: row.membership_discount,
  membership_discount_other: row.membership_discount_other,
  del_flag: row.del_flag,
  status: row.status,
});
export type ClassRow = z.infer<typeof classRow>;

/** Contents of a bundle: the classes the caller may see, and the number of the others. */
export const bundled = {
  bundles: z.array(classRow),
  hidden: z.int(),
  not_sold: z.array(z.int()),
};
export type Bundled = { bundles: ClassRow[]; hidden: number; not_sold: number[] };

/** A class with its link to the program in the filter: 'n' and null without one. */
const listedClass = classRow.extend({
  /** The home program; null at the global site. */
  program_display_name: z.string().nullable(),
  /** Users enrolled; for a class sold from elsewhere, only those of the caller's program. */
  enrolled: z.int(),
  cancel: row.cancel,
  viewable: row.viewable,
  access_type: row.access_type,
  active: z.int().nullable(),
  featured,
  display_order: z.int().nullable(),
  tags: z.array(tagOfClass),
  /** Contents of a bundle: the number of classes, of those hidden from the caller, and the price of the visible ones together. */
  holds: z
    .object({
      classes: z.int(),
      hidden: z.int(),
      sums: z.array(z.object({ currency: z.string(), amount: z.number() })),
    })
    .nullable(),
  updated_at: moment,
});
export type ListedClass = z.infer<typeof listedClass>;

const classDetail = listedClass.extend({
  description: row.description,
  additional_info: row.additional_info,
  enrol_reward: row.enrol_reward,
  category: z.int().nullable(),
  sub_category: z.int().nullable(),
  class_image_id: z.int().nullable(),
  image_new: z.string().nullable(),
  programs: z.array(classLink),
  ...bundled,
});
export type ClassDetail = z.infer<typeof classDetail>;

export const CLASS_SORTS = [
  'id',
  'class_name',
  'enrolled',
  'class_price',
  'membership_discount',
  'membership_discount_other',
  'del_flag',
  'status',
  'featured',
  'display_order',
  'program',
] as const;

/** Sorts that apply only within one program. */
export const PROGRAM_SORTS: readonly string[] = ['featured', 'display_order'];

const others = {
  category: id.nullable(),
  sub_category: id.nullable(),
  class_price: z.number().min(0, 'must not be negative'),
  program_id: programId,
  class_image_id: imageId.nullable(),
};

export const classChange = z
  .object({ ...inputOf(CLASS_CHANGE_FIELDS), ...others, updated_at: updatedAt })
  .partial();
export type ClassChange = z.output<typeof classChange>;

/** A new class or bundle: what is left out is as the form begins, of the caller's program and in its currency. */
export const newClass = z
  .object({ ...inputOf(CLASS_FIELDS), ...others })
  .partial()
  .required({ class_name: true })
  .extend({
    /** A bundle is given its classes in the editor. */
    is_bundle: flag.optional().default(false),
    instructor_id: id.nullable().optional().default(null),
    currency: z.enum(CURRENCIES).optional(),
    /** Programs beside its own that sell it too: a superadmin's. */
    programs: z.array(id).max(500).optional().default([]),
  });
export type NewClass = z.output<typeof newClass>;

const found = z.object({ class: classDetail });

export const classFilters = {
  type: z.enum(['class', 'bundle', '']).optional().default(''),
  program_id: programFilter,
  instructor_name: textFilter,
  name: textFilter,
  /** 1: only classes the site shows. */
  visible: tickFilter,
  /** `home`: of the program; `tagging`: sold there from elsewhere. */
  list_type: z.enum(['', 'home', 'tagging']).optional().default(''),
};

export const CLASS_CSV = {
  id: ['ID', 'number'],
  class_name: ['Class name', 'text'],
  instructor_name: ['Instructor name', 'text'],
  enrolled: ['Enrolled', 'number'],
  class_price: ['Class price', 'amount'],
  currency: ['Currency', 'text'],
  membership_discount: ['Membership discount', 'hundredths'],
  membership_discount_other: ['Other-membership discount', 'hundredths'],
  del_flag: ['Deleted', 'flag'],
  status: ['Status', 'flag', ['Active', 'Inactive']],
  featured: ['Featured', 'word', { y: 'Yes', n: 'No' }],
  display_order: ['Display order', 'number'],
  program_id: ['Home program', 'program'],
} as const satisfies CsvColumns;

export const classesContract = {
  classes: route(access, {
    method: 'GET',
    path: 'classes',
    reads: 'replica',
    summary: 'A page of classes, bundles or both',
    input: z.strictObject({
      page,
      page_of: pageOfRow,
      ...classFilters,
      sort_by: sortBy(CLASS_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({
      classes: z.array(listedClass),
      ...counted,
      deleted: z.int(),
    }),
  }),
  classesCsv: csvRoute(access, {
    path: 'classes',
    summary: 'The classes of the list',
    filters: classFilters,
  }),
  class: route(access, {
    method: 'GET',
    path: 'class/{id}',
    summary: 'A class with its programs and the classes bundled into it',
    input: z.strictObject({ id: pathId, program_id: programFilter }),
    output: found.extend({
      /** Address on the site of that program, or else of its own; null where that does not show it. */
      site_address: z.string().nullable(),
    }),
  }),
  classAsOf: asOfRoute({ access, path: 'class/{id}', called: 'a class' }),
  createClass: route(access, {
    method: 'POST',
    path: 'class',
    summary: 'Add a class or a bundle, sold in its own program and in those of its instructor',
    input: z.strictObject({ class_data: newClass }),
    output: found,
    idempotent: true,
  }),
  updateClass: route(access, {
    method: 'PATCH',
    path: 'class/{id}',
    summary: 'Change a class; `force` deletes a class with upcoming sessions of enrolled students',
    input: z.strictObject({
      id: pathId,
      class_data: classChange,
      force: flag.optional().default(false),
      typo_only: typoOnly,
    }),
    output: found,
  }),
  ...linksContract,
  ...peopleContract,
};
