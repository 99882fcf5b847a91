/** Commission history: past rows, explained charges, held charges. Specification: Explain and history. */
import { z } from 'zod';
import { moment, namedMoment, ownerId, page, pathId, programFilter } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { csvRoute } from '../exports/contract.ts';
import { DISCOUNT_TYPES, LEVELS, TYPES } from './rules.ts';

const access = { area: 'commissions' } as const;

export const commissionRow = z.object({
  id: z.int(),
  type: z.literal(TYPES),
  commission: z.number(),
  /** The program whose staff may read the row; 0: none, as for the site and instructors without a program. */
  program_id: z.int(),
  referrer_id: z.int().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  code: z.string().nullable(),
  discount: z.number().nullable(),
  discount_type: z.enum(DISCOUNT_TYPES).nullable(),
});
export type CommissionRow = z.infer<typeof commissionRow>;

/** A past row with its author and, once replaced, who replaced it. */
const historicRow = commissionRow.extend({
  set_by: z.string().nullable(),
  set_at: moment,
});
export type HistoricRow = z.infer<typeof historicRow>;

const place = { level: z.enum(LEVELS), owner_id: z.int() };

export const inheritedRow = commissionRow.extend(place);
export type InheritedRow = z.infer<typeof inheritedRow>;

export const groupChange = z.object({
  at: moment,
  by: z.string().nullable(),
  before: z.array(commissionRow),
  after: z.array(commissionRow),
});
export type GroupChange = z.infer<typeof groupChange>;

/** The merged levels: the group's own rows, and another level's for the types it lacks. */
const sale = z.array(inheritedRow);

const mergedRow = historicRow.extend(place);
export type MergedRow = z.infer<typeof mergedRow>;

/** A line of a charge with its arithmetic: amount = kept + floor(divided × commission ÷ divided_by) + rounding. */
export const explainedLine = z.object({
  id: z.int(),
  type: z.literal(TYPES),
  payee: z.string(),
  user_id: z.int().nullable(),
  /** The program that is paid; 0 for other payees. */
  program_id: z.int(),
  level: z.enum(LEVELS).nullable(),
  owner_id: z.int().nullable(),
  row_id: z.int().nullable(),
  code: z.string().nullable(),
  commission: z.number(),
  set_by: z.string().nullable(),
  set_at: moment.nullable(),
  /** Set once the row is replaced: later sales use another row. */
  replaced_at: moment.nullable(),
  split_at: moment,
  divided: z.number(),
  divided_by: z.number(),
  exact: z.string(),
  rounding: z.number(),
  kept: z.number(),
  amount: z.number(),
  recomputed: z.number(),
  refunded: z.number(),
  payout_id: z.int().nullable(),
});
export type ExplainedLine = z.infer<typeof explainedLine>;

const HELD = ['over_100', 'no_program', 'no_instructor'] as const;

export const explainedCharge = z.object({
  id: z.int(),
  created_at: moment,
  /** Null for tickets and memberships, whose `class_name` is the description of the sale. */
  class_id: z.int().nullable(),
  class_name: z.string(),
  instructor_id: z.int().nullable(),
  instructor_name: z.string().nullable(),
  /** 0: a sale without a program. */
  program_id: z.int(),
  program_display_name: z.string().nullable(),
  amount: z.number(),
  refunded: z.number(),
  currency: z.string(),
  code: z.string().nullable(),
  held: z.enum(HELD).nullable(),
  lines: z.array(explainedLine),
  today: z.array(mergedRow),
});
export type ExplainedCharge = z.infer<typeof explainedCharge>;

export const heldCharge = z.object({
  id: z.int(),
  created_at: moment,
  class_id: z.int(),
  class_name: z.string(),
  instructor_id: z.int().nullable(),
  instructor_name: z.string().nullable(),
  /** 0: a sale without a program. */
  program_id: z.int(),
  amount: z.number(),
  currency: z.string(),
  held: z.enum(HELD),
  sum: z.number(),
  rows: z.array(mergedRow),
});
export type HeldCharge = z.infer<typeof heldCharge>;

const ownerQuery = { level: z.enum(LEVELS), owner_id: ownerId };
const get = { method: 'GET' } as const;

export const ledgerContract = {
  explainCharge: route(access, {
    ...get,
    path: 'charge/{id}/explain',
    summary: 'The level and rate of each share of a transaction, with its author, time and arithmetic',
    input: z.strictObject({ id: pathId }),
    output: z.object({ charge: explainedCharge }),
  }),
  commissionHistory: route(access, {
    ...get,
    path: 'commission-history',
    summary: 'Every change of a group, newest first, each with the split of a sale from then on',
    input: z.strictObject({ ...ownerQuery, page }),
    output: z.object({
      history: z.array(groupChange.extend({ sale })),
      count: z.int(),
      sale,
    }),
  }),
  commissionAsOf: route(access, {
    ...get,
    path: 'commission-as-of',
    summary: 'A group as of a moment, and the split of a sale at that moment',
    input: z.strictObject({ ...ownerQuery, at: namedMoment }),
    output: z.object({
      commissions: z.array(historicRow),
      sale: z.array(mergedRow),
      /** The instructor's part; below zero where the levels clashed. */
      instructor_part: z.number(),
      /** False where the instructor and the program of then are not known: the split is by those of today. */
      seller_known: z.boolean(),
    }),
  }),
  heldCharges: route(access, {
    ...get,
    path: 'held-charges',
    summary: 'Transactions on hold because their rates conflict, with the conflicting rates',
    input: z.strictObject({ page, program_id: programFilter }),
    output: z.object({ charges: z.array(heldCharge), count: z.int() }),
  }),
  heldChargesCsv: csvRoute(access, {
    path: 'held-charges',
    stepUp: true,
    summary: 'The transactions on hold',
    filters: { program_id: programFilter },
  }),
};
