/** Commission rows and levels. Specification: Commission rows; Commission levels. */
import { z } from 'zod';
import {
  flag,
  id,
  moment,
  page,
  pathId,
  percentage,
  programFilter,
  text,
  textFilter,
  trimmedText,
  updatedAt,
} from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { csvRoute } from '../exports/contract.ts';
import { commissionRow, inheritedRow, ledgerContract } from './ledger-contract.ts';
import { preview } from './preview-schemas.ts';
import { recalculationContract } from './recalculation-contract.ts';
import { waits } from './recalculation-schemas.ts';
import { referralCodesContract } from './referral-codes-contract.ts';
import { DISCOUNT_TYPES, TYPES } from './rules.ts';

const access = { area: 'commissions' } as const;
const superadmin = { role: 'superadmin' } as const;

/** A row to save; without a known id it is new. Names and addresses may be sent along. */
export const commissionRowInput = z.strictObject({
  id: z.int().nullish(),
  type: z.literal(TYPES),
  commission: percentage,
  program_id: z.int().nullish(),
  referrer_id: id.nullish(),
  code: trimmedText(60).nullish(),
  discount: z.number().min(0).max(1_000_000).nullish(),
  discount_type: z.enum(DISCOUNT_TYPES).nullish(),
  first_name: text(200).nullish(),
  last_name: text(200).nullish(),
  email: text(254).nullish(),
});
export type CommissionRowInput = z.input<typeof commissionRowInput>;

const group = z.object({
  id: z.int(),
  /** 0: of the site, or of an instructor without a program. */
  program_id: z.int(),
  commissions: z.array(commissionRow),
  updated_at: moment,
  ...waits,
});

const heir = group.extend({ inherited: z.array(inheritedRow) });

export const instructor = heir.extend({
  first_name: z.string(),
  last_name: z.string(),
  site_program: z.string().nullable(),
});
export type Instructor = z.infer<typeof instructor>;

/** `1`: only groups whose sales a pending recalculation will move. */
const waiting = z.enum(['', '1']).optional().default('');

const instructorFilters = { name: textFilter, program_id: programFilter, waiting };
const programFilters = { program_id: programFilter, waiting };
const classFilters = { program_id: programFilter, instructor_name: textFilter, name: textFilter, waiting };

const saveInput = z.strictObject({
  id: pathId,
  commission: z.array(commissionRowInput).max(200),
  update: flag.optional().default(false),
  updated_at: updatedAt,
});

export const referralInput = z.strictObject({
  id: pathId,
  commission: percentage,
  referral: id,
  code: trimmedText(60).nullish(),
  discount: z.number().min(0).max(1_000_000).nullish(),
  discount_type: z.enum(DISCOUNT_TYPES).nullish(),
});

export const instructorReferral = z.strictObject({ id: pathId, referral: id });

const saved = z.object({ group });

export const programGroup = heir.extend({ program_display_name: z.string() });
export type ProgramGroup = z.infer<typeof programGroup>;

export const classGroup = heir.extend({
  class_name: z.string(),
  instructor_id: z.int().nullable(),
  instructor_name: z.string().nullable(),
  site_program: z.string().nullable(),
});
export type ClassGroup = z.infer<typeof classGroup>;

/** The platform's commission for the whole site; null where unset. */
export const siteCommission = z.object({
  commission: z.number().nullable(),
  updated_at: moment,
  ...waits,
});
export type SiteCommission = z.infer<typeof siteCommission>;

const byId = z.strictObject({ id: pathId });
const save = { input: saveInput, output: saved, idempotent: true, method: 'POST' } as const;
const previewed = { input: saveInput.omit({ update: true }), output: preview, method: 'POST' } as const;
const removal = { input: byId, output: saved, method: 'DELETE' } as const;
const referral = { input: referralInput, output: saved, idempotent: true, method: 'POST' } as const;
const get = { method: 'GET' } as const;

export const commissionsContract = {
  instructors: route(access, {
    ...get,
    path: 'instructors',
    reads: 'replica',
    summary: 'A page of instructors with their commission rows',
    input: z.strictObject({ page, ...instructorFilters }),
    output: z.object({ instructors: z.array(instructor), count: z.int() }),
  }),
  instructorsCsv: csvRoute(access, {
    path: 'instructors',
    stepUp: true,
    summary: 'The rates of the instructors of the list',
    filters: instructorFilters,
  }),
  instructorCommission: route(access, {
    ...get,
    path: 'instructor-commission/{id}',
    summary: 'The commission rows of an instructor',
    input: byId,
    output: z.object({ instructor }),
  }),
  saveInstructorCommission: route(access, {
    ...save,
    path: 'instructor-commission/{id}',
    summary:
      'Replace the commission rows of an instructor; with `update`, re-split earlier unpaid sales later',
  }),
  previewInstructorCommission: route(access, {
    ...previewed,
    path: 'instructor-commission/{id}/preview',
    summary: 'What saving and updating these rates would change; saves nothing',
  }),
  deleteInstructorCommission: route(access, {
    ...removal,
    path: 'instructor-commission/{id}',
    summary: 'Remove one commission row of an instructor',
  }),
  addInstructorReferral: route(access, {
    ...referral,
    path: 'instructor-referral/{id}',
    summary: 'Add a referral, or a referral with a discount code, to an instructor',
  }),

  programCommissions: route(access, {
    ...get,
    path: 'program-commissions',
    reads: 'replica',
    summary: 'A page of programs with their commission rows',
    input: z.strictObject({ page, ...programFilters }),
    output: z.object({ programs: z.array(programGroup), count: z.int() }),
  }),
  programCommissionsCsv: csvRoute(access, {
    path: 'program-commissions',
    stepUp: true,
    summary: 'The rates of the programs of the list',
    filters: programFilters,
  }),
  programCommission: route(access, {
    ...get,
    path: 'program-commission/{id}',
    summary: 'The commission rows of a program',
    input: byId,
    output: z.object({ program: programGroup }),
  }),
  saveProgramCommission: route(access, {
    ...save,
    path: 'program-commission/{id}',
    summary: 'Replace the commission rows of a program; with `update`, re-split earlier unpaid sales later',
  }),
  previewProgramCommission: route(access, {
    ...previewed,
    path: 'program-commission/{id}/preview',
    summary: 'What saving and updating these rates would change; saves nothing',
  }),
  deleteProgramCommission: route(access, {
    ...removal,
    path: 'program-commission/{id}',
    summary: 'Remove one commission row of a program',
  }),
  addProgramReferral: route(access, {
    ...referral,
    path: 'program-referral/{id}',
    summary: 'Add a referral to a program, for a user of that program',
  }),
  referInstructor: route(
    { role: 'programadmin' },
    {
      method: 'POST',
      path: 'program-referral-instructor/{id}',
      summary: "Set an instructor's program commission to that of the program's own rows",
      input: instructorReferral,
      output: saved,
      idempotent: true,
    },
  ),

  classCommissions: route(access, {
    ...get,
    path: 'class-commissions',
    reads: 'replica',
    summary: 'A page of classes with their commission rows',
    input: z.strictObject({ page, ...classFilters }),
    output: z.object({ classes: z.array(classGroup), count: z.int() }),
  }),
  classCommissionsCsv: csvRoute(access, {
    path: 'class-commissions',
    stepUp: true,
    summary: 'The rates of the classes of the list',
    filters: classFilters,
  }),
  classCommission: route(access, {
    ...get,
    path: 'class-commission/{id}',
    summary: 'The commission rows of a class',
    input: byId,
    output: z.object({ class: classGroup }),
  }),
  saveClassCommission: route(access, {
    ...save,
    path: 'class-commission/{id}',
    summary: 'Replace the commission rows of a class; with `update`, re-split earlier unpaid sales later',
  }),
  previewClassCommission: route(access, {
    ...previewed,
    path: 'class-commission/{id}/preview',
    summary: 'What saving and updating these rates would change; saves nothing',
  }),
  deleteClassCommission: route(access, {
    ...removal,
    path: 'class-commission/{id}',
    summary: 'Remove one commission row of a class',
  }),
  addClassReferral: route(access, {
    ...referral,
    path: 'class-referral/{id}',
    summary: 'Add a referral, or a referral with a discount code, to a class',
  }),

  siteCommission: route(superadmin, {
    ...get,
    path: 'site-commission',
    summary: "The platform's share of every sale without a platform rate of its own",
    input: z.strictObject({}).optional(),
    output: siteCommission,
  }),
  saveSiteCommission: route(superadmin, {
    method: 'POST',
    path: 'site-commission',
    summary: "Set the platform's share; with `update`, re-split earlier unpaid sales later",
    // What is read beside it may ride along.
    input: z.object({
      /** Null goes back as it was read while nobody has set a number; it takes none away. */
      commission: percentage.nullable(),
      update: flag.optional().default(false),
      updated_at: updatedAt,
    }),
    output: siteCommission,
    idempotent: true,
  }),
  previewSiteCommission: route(superadmin, {
    method: 'POST',
    path: 'site-commission/preview',
    summary: 'What saving and updating this number would change; saves nothing',
    input: z.strictObject({ commission: percentage, updated_at: updatedAt }),
    output: preview,
  }),

  ...referralCodesContract,
  ...recalculationContract,
  ...ledgerContract,
};
