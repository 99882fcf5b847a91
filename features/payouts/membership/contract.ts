/** What members attended, and paying those who taught it. Specification: Membership payouts. */
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
import { fingerprint, ids, MAX_IDS, madeBatch, payoutMethod, preview } from '../contract.ts';
import { AGAINST, PAYOUT_STATES } from '../rules.ts';
import { ATTENDANCE_TYPES } from './rules.ts';

const access = { area: 'money' } as const;
const pays = { role: 'superadmin' } as const;

export const MEMBERSHIP_SORTS = ['instructor_name', 'recordings', 'live', 'score'] as const;

const figure = z.number();
/** Major units of the currency; none: the amounts are not worked out, unless the range has been paid of. */
const splitAmount = amountFilter;
/** The current month where left out. */
const range = { dates, currency: z.enum(CURRENCIES).optional().default('USD') };

const row = z.object({
  /** Of the payee in the currency, as in `payouts`: see `payeeId`. */
  id: z.int(),
  /** Null, as the name: the site itself. */
  instructor_id: z.int().nullable(),
  instructor_name: z.string().nullable(),
  recordings: z.int(),
  live: z.int(),
  /** Of all attendances in the range: 0 to 1. */
  score: z.number(),
  /** Its part of the split amount; of the pool's, where the range has one. Null without either. */
  amount: figure.nullable(),
  /** What it would be if each member's fee followed that member's own attendances. */
  lens: figure.nullable(),
  paid_by: payoutMethod.nullable(),
  notified_at: moment.nullable(),
  /** The payout that took its part of the pool; null while none has. */
  payout_id: z.int().nullable(),
  payout_state: z.enum(PAYOUT_STATES).nullable(),
  /** What stands against paying it; of an amount that nobody has named yet, nothing. */
  against: z.array(z.enum(AGAINST)),
  /** 1: nothing of that keeps them from being paid. */
  payable: z.literal([0, 1]),
});
export type MembershipRow = z.infer<typeof row>;

/** What was frozen with the first payout of a range. */
const pool = z.object({
  id: z.int(),
  dates: z.string(),
  currency: z.string(),
  split_amount: figure,
  created_at: moment,
});
export type MembershipPool = z.infer<typeof pool>;

/** What was told of a range after its pool had been frozen: it is in no pool, and nobody is paid of it. */
const late = z.object({
  count: z.int(),
  /** Whose it is, most first; of more than these the count alone. */
  payees: z.array(z.object({ id: z.int(), instructor_name: z.string().nullable(), count: z.int() })),
});
export type LateAttendances = z.infer<typeof late>;

const attendance = z.object({
  id: z.int(),
  created_at: moment,
  /** The same, as it was called. */
  created_att: moment,
  class_name: z.string().nullable(),
  student_name: z.string().nullable(),
  type: z.enum(ATTENDANCE_TYPES),
  /** Told of after the pool of exactly these days had been frozen: nobody is paid of it. */
  is_late: z.boolean(),
});
export type Attendance = z.infer<typeof attendance>;

export const membershipPayoutsContract = {
  membershipPayouts: route(access, {
    method: 'GET',
    path: 'membership-payouts',
    summary: 'Who taught what members attended, and what each would get of the split amount',
    input: z.strictObject({
      page,
      ...range,
      split_amount: splitAmount,
      sort_by: sortBy(MEMBERSHIP_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({
      payouts: z.array(row),
      count: z.object({ count: z.int(), live: z.int(), recordings: z.int() }),
      /** The range as it was read: YYYY-MM-DD,YYYY-MM-DD. */
      dates: z.string(),
      /** The pool of exactly this range; null while nothing of it has been paid. */
      pool: pool.nullable(),
      /** Of those whom the caller sees; null without a pool. */
      late: late.nullable(),
      /** The pool that this range cuts into: nothing of it can be paid. */
      overlaps: pool.nullable(),
    }),
  }),
  membershipTransactions: route(access, {
    method: 'GET',
    path: 'membership-payout-transactions',
    summary: 'What was attended of one instructor, newest first; of the site itself with 0',
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
    summary: 'What paying these payees of the range would do, and what stands against it',
    input: z.strictObject({ ids: idsInQuery(MAX_IDS), ...range, split_amount: splitAmount }),
    output: preview,
  }),
  makeMembershipPayout: route(pays, {
    method: 'POST',
    path: 'membership-payout',
    summary: 'Pay these payees of the range: the first payout freezes it',
    input: z.strictObject({ ids, ...range, split_amount: z.number().positive(), fingerprint }),
    output: madeBatch,
    idempotent: true,
    intent: ['ids', 'dates'],
  }),
};
