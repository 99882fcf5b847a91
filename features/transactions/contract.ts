/** Sales as staff read them. Specification: Transactions. */
import { z } from 'zod';
import {
  dates,
  idFilter,
  moment,
  page,
  programFilter,
  sortBy,
  sortDest,
  sourceFilter,
  textFilter,
  tickFilter,
} from '../../core/fields.ts';
import { CURRENCIES } from '../../core/money.ts';
import { route } from '../../core/route.ts';
import { SOURCES } from '../../core/sites/sources.ts';
import { fileProgress, polled } from '../exports/contract.ts';
import { CHARGE_TYPES, HELD_BACK, PAYEE_KINDS, REFUND_STATUSES } from './rules.ts';

const access = { area: 'money' } as const;

/** Sorts; `amount` needs a filter on one currency, otherwise 400. */
export const TRANSACTION_SORTS = [
  'id',
  'created_at',
  'class_name',
  'instructor_name',
  'student_name',
  'currency',
  'amount',
] as const;

const figure = z.number();
const bit = z.literal([0, 1]);

/** One payee's line of a charge. All figures are in major units of the charge's currency. */
const commission = z.object({
  id: z.int(),
  type: z.int(),
  /** Breaks ties of a division; 0 for the instructor's own. */
  row_id: z.int(),
  payee: z.object({ kind: z.enum(PAYEE_KINDS), id: z.int().nullable(), name: z.string() }),
  /** Percent. */
  commission: z.number(),
  amount: figure,
  refunded: figure,
  payout_status: bit,
  payout_id: z.int().nullable(),
  /** The reason it is unpaid; null without one, or where a payout holds it. */
  held: z.enum(HELD_BACK).nullable(),
});

const entry = z.object({
  id: z.int(),
  created_at: moment,
  amount: figure,
  currency: z.string(),
  description: z.string(),
  class_id: z.int().nullable(),
  class_name: z.string().nullable(),
  instructor_id: z.int().nullable(),
  instructor_name: z.string().nullable(),
  student_id: z.int().nullable(),
  student_name: z.string().nullable(),
  program_id: z.int(),
  charge_type: z.enum(CHARGE_TYPES),
  charge_discount_percent: z.number(),
  charge_discount_amount: figure,
});

export const refundEntry = entry.extend({
  type: z.literal('refund'),
  /** Null while it is queued or its outcome is unknown. */
  status: z.enum(REFUND_STATUSES).nullable(),
  failure: z.string().nullable(),
  reason: z.string(),
  /** 1: the staff return the money themselves. */
  by_hand: bit,
  /** The moment of that return and who recorded it; null while it is owed. */
  returned_at: moment.nullable(),
  returned_by: z.string().nullable(),
  /** 1: the provider did not answer; the job is searching for it. */
  unknown: bit,
  created_by: z.string().nullable(),
  settled_at: moment.nullable(),
  refund_available: z.literal(0),
});
export type RefundEntry = z.infer<typeof refundEntry>;

const transaction = entry.extend({
  type: z.literal('payment'),
  status: z.literal('succeeded'),
  refunded: figure,
  reserved: figure,
  /** 1: no provider sends its refunds, the staff return the money themselves. */
  by_hand: bit,
  refund_available: figure,
  code: z.string().nullable(),
  source: z.enum(SOURCES),
  /** Moment of the telling; `created_at` is when it was. */
  recorded_at: moment,
  disputed_at: moment.nullable(),
  /** The reason its lines are unpaid; it has no lines where it was never divided. */
  held: z.enum(HELD_BACK).nullable(),
  children: z.array(refundEntry),
  parts: z.array(
    z.object({
      class_id: z.int(),
      class_name: z.string(),
      amount: figure,
      refunded: figure,
      refund_available: figure,
    }),
  ),
  commissions: z.array(commission),
});
export type Transaction = z.infer<typeof transaction>;
export type TransactionPart = Transaction['parts'][number];
export type TransactionLine = z.infer<typeof commission>;

const sum = z.object({
  currency: z.string(),
  sold: figure,
  refunded: figure,
  paid_out: figure,
  open: figure,
});
export type TransactionSum = z.infer<typeof sum>;

const filters = {
  id: idFilter,
  class_name: textFilter,
  instructor_name: textFilter,
  student_name: textFilter,
  program_id: programFilter,
  dates,
  currency: z
    .enum(['', ...CURRENCIES])
    .optional()
    .default(''),
  source: sourceFilter,
  /** 1: only charges with a refund that failed or has an unknown outcome. */
  in_trouble: tickFilter,
  to_return: tickFilter,
};

export const transactionsContract = {
  transactions: route(access, {
    method: 'GET',
    path: 'transactions',
    reads: 'replica',
    summary: 'A page of transactions with their refunds and shares, and the totals of the filter by currency',
    input: z.strictObject({ page, ...filters, sort_by: sortBy(TRANSACTION_SORTS), sort_dest: sortDest }),
    output: z.object({
      transactions: z.array(transaction),
      count: z.int(),
      /** Sums, most sold first: sold = refunded + paid_out + open; with dates `refunded` is of refunds made then, whenever sold, the others of sales then. */
      sums: z.array(sum),
    }),
  }),
  transactionsCsv: route(access, {
    method: 'GET',
    path: 'transactions/csv',
    stepUp: true,
    summary:
      'The transactions of the list and the refunds of its days as a file; call again with file_name until a long one is complete',
    input: z.strictObject({ ...polled, ...filters }),
    output: fileProgress,
  }),
};
