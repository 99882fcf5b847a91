/** The split of what a sale pays. Specification: commissions-and-events.md, sections 2.1 to 7; domain.md, "Commissions". */
import { z } from 'zod';
import {
  id,
  moment,
  page,
  pathId,
  percentage,
  programFilter,
  text,
  textFilter,
  updatedAt,
} from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { DISCOUNT_TYPES, TYPES } from './rules.ts';

const access = { area: 'commissions' } as const;

export const commissionRow = z.object({
  id: z.int(),
  type: z.literal(TYPES),
  commission: z.number(),
  program_id: z.int().nullable(),
  referrer_id: z.int().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  code: z.string().nullable(),
  discount: z.number().nullable(),
  discount_type: z.enum(DISCOUNT_TYPES).nullable(),
});
export type CommissionRow = z.infer<typeof commissionRow>;

/** A row as a save sends it; one without an id, or with an id the group does not hold, is new. Names and addresses may ride along. */
export const commissionRowInput = z.strictObject({
  id: z.int().nullish(),
  type: z.literal(TYPES),
  commission: percentage,
  program_id: z.int().nullish(),
  referrer_id: id.nullish(),
  code: text(60).trim().nullish(),
  discount: z.number().min(0).max(1_000_000).nullish(),
  discount_type: z.enum(DISCOUNT_TYPES).nullish(),
  first_name: text(200).nullish(),
  last_name: text(200).nullish(),
  email: text(254).nullish(),
});
export type CommissionRowInput = z.input<typeof commissionRowInput>;

/** A recalculation that waits: shown as a chip on the card. */
export const waitingRecalculation = z.object({
  id: z.int(),
  run_at: moment,
  requested_by: z.string().nullable(),
});

const group = z.object({
  id: z.int(),
  program_id: z.int().nullable(),
  commissions: z.array(commissionRow),
  updated_at: moment,
  recalculation: waitingRecalculation.nullable(),
});

export const instructor = group.extend({
  first_name: z.string(),
  last_name: z.string(),
  /** The display name of the program the instructor belongs to. */
  site_program: z.string().nullable(),
});
export type Instructor = z.infer<typeof instructor>;

const saveInput = z.strictObject({
  id: pathId,
  commission: z.array(commissionRowInput).max(200),
  update: z.boolean().optional().default(false),
  updated_at: updatedAt,
});

const referralInput = z.strictObject({
  id: pathId,
  commission: percentage,
  referral: id,
  code: text(60).trim().nullish(),
  discount: z.number().min(0).max(1_000_000).nullish(),
  discount_type: z.enum(DISCOUNT_TYPES).nullish(),
});

/** What somebody gains or loses: one payee, one currency, amounts in its major unit. */
export const move = z.object({
  type: z.literal(TYPES),
  payee: z.string(),
  user_id: z.int().nullable(),
  program_id: z.int().nullable(),
  currency: z.string(),
  before: z.number(),
  after: z.number(),
});
export type Move = z.infer<typeof move>;

/** One charge that a recalculation would change; amounts in the major unit, lines by payee. */
export const chargeMove = z.object({
  charge_id: z.int(),
  created_at: moment,
  class_name: z.string(),
  currency: z.string(),
  amount: z.number(),
  held: z.string().nullable(),
  before: z.array(z.object({ type: z.literal(TYPES), payee: z.string(), amount: z.number() })),
  after: z.array(z.object({ type: z.literal(TYPES), payee: z.string(), amount: z.number() })),
});
export type ChargeMove = z.infer<typeof chargeMove>;

/** What a recalculation would do, were it to start now; lists are the largest moves first, at most 100 and 50. */
export const preview = z.object({
  charges: z.int(),
  held: z.int(),
  persons: z.int(),
  moves: z.array(move),
  charge_moves: z.array(chargeMove),
});
export type Preview = z.infer<typeof preview>;

export const recalculation = z.object({
  id: z.int(),
  level: z.int(),
  owner_id: z.int(),
  status: z.enum(['waiting', 'done', 'cancelled']),
  requested_by: z.string().nullable(),
  requested_at: moment,
  run_at: moment,
  finished_at: moment.nullable(),
  charges: z.int().nullable(),
});

const saved = z.object({ group });

export const commissionsContract = {
  instructors: route(access, {
    method: 'GET',
    path: 'instructors',
    summary: 'A page of instructors with their commission rows',
    input: z.strictObject({ page, name: textFilter, program_id: programFilter }),
    output: z.object({ instructors: z.array(instructor), count: z.int() }),
  }),
  instructorCommission: route(access, {
    method: 'GET',
    path: 'instructor-commission/{id}',
    summary: 'The commission rows of an instructor',
    input: z.strictObject({ id: pathId }),
    output: z.object({ instructor }),
  }),
  saveInstructorCommission: route(access, {
    method: 'POST',
    path: 'instructor-commission/{id}',
    summary:
      'Replace the commission rows of an instructor; with `update`, re-split earlier unpaid sales later',
    input: saveInput,
    output: saved,
    idempotent: true,
  }),
  previewInstructorCommission: route(access, {
    method: 'POST',
    path: 'instructor-commission/{id}/preview',
    summary: 'What saving and updating these rows would move; changes nothing',
    input: saveInput.omit({ update: true }),
    output: preview,
  }),
  deleteInstructorCommission: route(access, {
    method: 'DELETE',
    path: 'instructor-commission/{id}',
    summary: 'Remove one commission row of an instructor',
    input: z.strictObject({ id: pathId }),
    output: saved,
  }),
  addInstructorReferral: route(access, {
    method: 'POST',
    path: 'instructor-referral/{id}',
    summary: 'Add a referral, or a referral with a discount code, to an instructor',
    input: referralInput,
    output: saved,
    idempotent: true,
  }),
  recalculation: route(access, {
    method: 'GET',
    path: 'recalculation/{id}',
    summary: 'A recalculation and, while it waits, what it would move',
    input: z.strictObject({ id: pathId }),
    output: z.object({ recalculation, preview: preview.nullable() }),
  }),
  cancelRecalculation: route(access, {
    method: 'DELETE',
    path: 'recalculation/{id}',
    summary: 'Cancel a waiting recalculation',
    input: z.strictObject({ id: pathId }),
    output: z.object({ recalculation }),
  }),
};
