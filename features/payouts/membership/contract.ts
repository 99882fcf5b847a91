/** Attendances of members, and payouts to their instructors. Specification: Membership payouts. */

import { z } from 'zod';
import {
  amountFilter,
  dates,
  idsInQuery,
  moment,
  ownerFilter,
  page,
  sortBy,
  sortDest,
} from '../../../core/fields.ts';
import { CURRENCIES } from '../../../core/money.ts';
import { route } from '../../../core/route.ts';
import { type CsvColumns, csvRoute } from '../../exports/contract.ts';
import { fingerprint, ids, MAX_IDS, madeBatch, payoutMethod, preview } from '../contract.ts';
import { AGAINST, AGAINST_WORDS, PAYOUT_METHOD_NAMES, PAYOUT_STATES } from '../rules.ts';
import { ATTENDANCE_TYPES } from './rules.ts';

const access = { area: 'money' } as const;
const pays = { role: 'superadmin' } as const;

export const MEMBERSHIP_SORTS = ['instructor_name', 'recordings', 'live', 'score'] as const;

const figure = z.number();
/** Major units of the currency; omitted: amounts are not computed, unless the range has a pool. */
const splitAmount = amountFilter;
/** Defaults to the current month. */
const range = { dates, currency: z.enum(CURRENCIES).optional().default('USD') };

const row = z.object({
  /** Id of the payee in the currency, see `payeeId`. */
  id: z.int(),
  /** Null, as the name: the site itself. */
  instructor_id: z.int().nullable(),
  instructor_name: z.string().nullable(),
  recordings: z.int(),
  live: z.int(),
  /** The share of all attendances in the range: 0 to 1. */
  score: z.number(),
  /** The share of the split amount, or of the range's pool. Null without either. */
  amount: figure.nullable(),
  /** The amount if each member's fee followed that member's own attendances. */
  lens: figure.nullable(),
  paid_by: payoutMethod.nullable(),
  notified_at: moment.nullable(),
  /** The payout that paid the share of the pool; null while unpaid. */
  payout_id: z.int().nullable(),
  payout_state: z.enum(PAYOUT_STATES).nullable(),
  against: z.array(z.enum(AGAINST)),
  /** 1: no objection prevents payment. */
  payable: z.literal([0, 1]),
});
export type MembershipRow = z.infer<typeof row>;

/** The pool of a range, frozen with its first payout. */
const pool = z.object({
  id: z.int(),
  dates: z.string(),
  currency: z.string(),
  split_amount: figure,
  created_at: moment,
});
export type MembershipPool = z.infer<typeof pool>;

/** Attendances reported after the pool of their range was frozen: in no pool, and never paid. */
const late = z.object({
  count: z.int(),
  /** Payees, most attendances first; beyond the limit only counted. */
  payees: z.array(z.object({ id: z.int(), instructor_name: z.string().nullable(), count: z.int() })),
});
export type LateAttendances = z.infer<typeof late>;

const attendance = z.object({
  id: z.int(),
  created_at: moment,
  /** The former name of the same field. */
  created_att: moment,
  class_name: z.string().nullable(),
  student_name: z.string().nullable(),
  type: z.enum(ATTENDANCE_TYPES),
  /** True where it was reported after the pool of exactly these days was frozen: never paid. */
  is_late: z.boolean(),
});
export type Attendance = z.infer<typeof attendance>;

const filters = { ...range, split_amount: splitAmount };

/** Columns of the list's file; amounts without a split amount or a pool stay empty. */
export const MEMBERSHIP_CSV = {
  instructor_id: ['Instructor ID', 'number'],
  instructor_name: ['Name', 'text'],
  recordings: ['Recordings', 'number'],
  live: ['Live', 'number'],
  score: ['Score', 'number'],
  amount: ['Amount', 'amount'],
  currency: ['Currency', 'text'],
  paid_by: ['Method', 'word', PAYOUT_METHOD_NAMES],
  payout_id: ['Payout', 'number'],
  payable: ['Payable now', 'flag'],
  against: ['Against', 'word', AGAINST_WORDS],
} as const satisfies CsvColumns;

export const membershipPayoutsContract = {
  membershipPayouts: route(access, {
    method: 'GET',
    path: 'membership-payouts',
    reads: 'replica',
    summary: 'The attendances of each instructor, and their share of the split amount',
    input: z.strictObject({
      page,
      ...filters,
      sort_by: sortBy(MEMBERSHIP_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({
      payouts: z.array(row),
      count: z.object({ count: z.int(), live: z.int(), recordings: z.int() }),
      /** The range as it was read: YYYY-MM-DD,YYYY-MM-DD. */
      dates: z.string(),
      /** The pool of exactly this range; null while unpaid. */
      pool: pool.nullable(),
      /** Limited to those visible to the caller; null without a pool. */
      late: late.nullable(),
      /** A pool that overlaps this range, which therefore cannot be paid. */
      overlaps: pool.nullable(),
    }),
  }),
  membershipPayoutsCsv: csvRoute(access, {
    path: 'membership-payouts',
    stepUp: true,
    summary: 'The instructors of the list',
    filters,
  }),
  membershipTransactions: route(access, {
    method: 'GET',
    path: 'membership-payout-transactions',
    reads: 'replica',
    summary: 'The attendances of one instructor, newest first; of the site itself with 0',
    input: z.strictObject({
      instructor_id: ownerFilter,
      dates,
      page,
    }),
    output: z.object({ transactions: z.array(attendance), count: z.int() }),
  }),
  membershipPreview: route(access, {
    method: 'GET',
    path: 'membership-payout-preview',
    summary: 'Preview of a membership payout: amounts, and the reasons against paying',
    input: z.strictObject({ ids: idsInQuery(MAX_IDS), ...range, split_amount: splitAmount }),
    output: preview,
  }),
  makeMembershipPayout: route(pays, {
    method: 'POST',
    path: 'membership-payout',
    stepUp: true,
    summary: 'Pay these payees for the range; the first payout locks its amounts',
    input: z.strictObject({ ids, ...range, split_amount: z.number().positive(), fingerprint }),
    output: madeBatch,
    idempotent: true,
    intent: ['ids', 'dates'],
  }),
};
