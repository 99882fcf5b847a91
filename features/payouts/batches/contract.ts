/** Paid batches with their files, and the history of payouts. Specification: Payouts. */
import { z } from 'zod';
import {
  id,
  idFilter,
  moment,
  optional,
  page,
  pathId,
  programFilter,
  sortBy,
  sortDest,
  text,
  textFilter,
  tickFilter,
} from '../../../core/fields.ts';
import { CURRENCIES } from '../../../core/money.ts';
import { route } from '../../../core/route.ts';
import { type CsvColumns, csvRoute } from '../../exports/contract.ts';
import { payeeRelease } from '../../users/releases/payee-release.ts';
import { bridge } from '../bridge.ts';
import { lastBatch } from '../last-batch.ts';
import { payoutTransaction } from '../payout-transaction.ts';
import {
  AGAINST,
  BATCH_STATES,
  HISTORY_METHODS,
  MAX_RETURN_REASON,
  PAYOUT_KINDS,
  PAYOUT_METHODS,
  PAYOUT_STATES,
} from '../rules.ts';

const access = { area: 'money' } as const;
/** Global staff only: batches cross programs, and their files name accounts of all of them. */
const above = { area: 'money', of: 'no program' } as const;
const pays = { role: 'superadmin' } as const;

/** Payouts that are marked as paid in one request. */
export const MOST_ARRIVED = 200;

const figure = z.number();
const byId = z.strictObject({ id: pathId });

export const payoutBatch = z.object({
  id: z.int(),
  kind: z.enum(PAYOUT_KINDS),
  state: z.enum(BATCH_STATES),
  created_at: moment,
  created_by: z.string(),
  /** 1: made by the signed-in admin, who cannot approve it. */
  own: z.literal([0, 1]),
  /** 1: it is pending, and the signed-in admin's account was made or changed too recently to approve it. */
  too_new: z.literal([0, 1]),
  decided_at: moment.nullable(),
  decided_by: z.string().nullable(),
  /** The address of its ZIP; null without one. */
  file: z.string().nullable(),
  payees: z.int(),
  totals: z.array(
    z.object({ currency: z.string(), method: z.enum(PAYOUT_METHODS), payees: z.int(), amount: figure }),
  ),
  paid: z.int(),
  returned: z.int(),
  /** Progress of a batch that is being made; null of every other. */
  making: z
    .object({
      claimed: z.int(),
      /** Null until it is known. */
      lines: z.int().nullable(),
      /** Everything claimed is being freed, as it was cancelled or failed. */
      ending: z.enum(['cancelled', 'failed']).nullable(),
    })
    .nullable(),
  /** Reason of a failed batch; null of every other. */
  failure: z.string().nullable(),
  /** Payees left out of the batch, as in held.csv. */
  held: z.array(z.object({ payee: z.string(), currency: z.string(), amount: figure, reason: z.string() })),
});
export type PayoutBatch = z.infer<typeof payoutBatch>;

const batchPayee = z.object({
  id: z.int(),
  name: z.string(),
  user_id: z.int().nullable(),
  amount: figure,
  currency: z.string(),
  method: z.enum(PAYOUT_METHODS),
  /** The account paid to, abbreviated as in a preview. */
  account: z.string().nullable(),
  /** 1: a user who had never been paid before. */
  first: z.literal([0, 1]),
  /** 1: the largest of the batch in its currency, where there are several. */
  largest: z.literal([0, 1]),
  changed_at: moment.nullable(),
  against: z.array(z.enum(AGAINST)),
  release: payeeRelease.nullable(),
});
export type BatchPayee = z.infer<typeof batchPayee>;

export const HISTORY_SORTS = ['id', 'instructor_name', 'amount', 'created_at', 'currency', 'state'] as const;

export const payout = z.object({
  id: z.int(),
  /** The first name, the program's name, or GLOBAL SITE. */
  first_name: z.string(),
  last_name: z.string(),
  /** The user paid; null for a program, the site, and a user whom the caller does not see. */
  user_id: z.int().nullable(),
  kind: z.enum(PAYOUT_KINDS),
  amount: figure,
  currency: z.string(),
  method: z.enum(HISTORY_METHODS),
  state: z.enum(PAYOUT_STATES),
  batch_id: z.int().nullable(),
  /** The address of its batch's ZIP; null without one, or where the caller may not have it. */
  file: z.string().nullable(),
  created_at: moment,
  paid_at: moment.nullable(),
  returned_at: moment.nullable(),
  reason: z.string(),
});
export type Payout = z.infer<typeof payout>;

const historyFilters = {
  instructor_name: textFilter,
  user_id: idFilter,
  /** Program in which the payee was at home when the payout was made. */
  program_id: programFilter,
  currency: optional(z.enum(CURRENCIES).optional()),
  state: optional(z.enum(PAYOUT_STATES).optional()),
  kind: optional(z.enum(PAYOUT_KINDS).optional()),
  batch_id: idFilter,
  id: idFilter,
};

export const HISTORY_CSV = {
  id: ['ID', 'number'],
  name: ['Name', 'text'],
  kind: ['Type', 'text'],
  amount: ['Amount', 'amount'],
  currency: ['Currency', 'text'],
  method: ['Method', 'text'],
  state: ['Status', 'text'],
  created_at: ['Date', 'moment'],
  paid_at: ['Paid at', 'moment'],
  returned_at: ['Returned at', 'moment'],
  reason: ['Reason', 'text'],
  batch_id: ['Batch', 'number'],
} as const satisfies CsvColumns;

const batchFilters = {
  waiting: tickFilter,
  /** 1: of which nothing was paid, unless a later one was made. */
  failed: tickFilter,
  id: idFilter,
};

/** Columns of the file of batches; `in_all` are their sums by currency. */
export const BATCHES_CSV = {
  id: ['ID', 'number'],
  kind: ['Type', 'word', { sales: 'Sales', membership: 'Membership' }],
  state: [
    'Status',
    'word',
    {
      making: 'Processing',
      proposed: 'Needs approval',
      made: 'Made',
      cancelled: 'Cancelled',
      failed: 'Failed',
    },
  ],
  created_at: ['Created', 'moment'],
  created_by: ['Created by', 'text'],
  decided_at: ['Decided', 'moment'],
  decided_by: ['Decided by', 'text'],
  in_all: ['Totals', 'text'],
  payouts: ['Payouts', 'number'],
  paid: ['Paid', 'number'],
  returned: ['Returned', 'number'],
  left_out: ['Left out', 'number'],
} as const satisfies CsvColumns;

export const payoutBatchesContract = {
  payoutBatchesCsv: csvRoute(above, {
    path: 'payout-batches',
    stepUp: true,
    summary: 'The batches of the list',
    filters: batchFilters,
  }),
  payoutsHistory: route(access, {
    method: 'GET',
    path: 'payouts-history',
    reads: 'replica',
    summary: 'Payouts, newest first, without cancelled proposals',
    input: z.strictObject({
      page,
      ...historyFilters,
      sort_by: sortBy(HISTORY_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({ payouts: z.array(payout), count: z.int() }),
  }),
  payoutsHistoryCsv: csvRoute(access, {
    path: 'payouts-history',
    stepUp: true,
    summary: 'The payouts of the list',
    filters: historyFilters,
  }),
  paidTransactions: route(access, {
    method: 'GET',
    path: 'payout/{id}/transactions',
    summary: 'The shares, deductions and credits of a payout as of its creation; they add up to its amount',
    input: byId,
    output: z.object({
      transactions: z.array(payoutTransaction),
      count: z.int(),
      /** The way from what was sold to the amount, with what was open then and stayed behind. */
      bridge,
    }),
  }),
  payoutArrived: route(pays, {
    method: 'POST',
    path: 'payout/{id}/paid',
    summary: 'Mark a payout as paid',
    input: byId,
    output: z.object({ payout }),
    idempotent: true,
  }),
  payoutsArrived: route(pays, {
    method: 'POST',
    path: 'payouts-history/paid',
    summary: 'Mark many payouts as paid, all or none. 409 names one that was settled since',
    input: z.strictObject({ ids: z.array(id).min(1, 'Choose payouts').max(MOST_ARRIVED) }),
    output: z.object({ payouts: z.array(payout) }),
    idempotent: true,
  }),
  returnPayout: route(pays, {
    method: 'POST',
    path: 'payout/{id}/return',
    summary: 'Mark a payout as returned by the bank: its amount is added to the payee’s next payout',
    input: z.strictObject({ id: pathId, reason: text(MAX_RETURN_REASON).trim().min(1) }),
    output: z.object({ payout }),
    idempotent: true,
  }),
  payoutBatches: route(above, {
    method: 'GET',
    path: 'payout-batches',
    reads: 'replica',
    summary: 'Batches, newest first',
    input: z.strictObject({ page, ...batchFilters }),
    output: z.object({ batches: z.array(payoutBatch), count: z.int() }),
  }),
  payoutBatchPayees: route(above, {
    method: 'GET',
    path: 'payout-batch/{id}/payees',
    reads: 'replica',
    summary:
      'The payees of a batch and their accounts; recently changed details first, then new payees, then the largest',
    input: z.strictObject({ id: pathId, page }),
    output: z.object({
      payees: z.array(batchPayee),
      count: z.int(),
      /** The batch of its kind that was made before; null without one. */
      last_batch: lastBatch.nullable(),
    }),
  }),
  approvePayoutBatch: route(pays, {
    method: 'POST',
    path: 'payout-batch/{id}/approve',
    stepUp: true,
    summary: 'Approve a proposed batch, by another superadmin; creates its file',
    input: byId,
    output: z.object({ batch: payoutBatch }),
    idempotent: true,
  }),
  cancelPayoutBatch: route(pays, {
    method: 'POST',
    path: 'payout-batch/{id}/cancel',
    summary: 'Cancel a proposed batch; its balances go back to payouts',
    input: byId,
    output: z.object({ batch: payoutBatch }),
    idempotent: true,
  }),
};
