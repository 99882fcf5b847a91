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
  textFilter,
  tickFilter,
} from '../../core/fields.ts';
import { CURRENCIES } from '../../core/money.ts';
import { route } from '../../core/route.ts';
import { fileProgress, polled } from '../exports/contract.ts';
import { CHARGE_TYPES, HELD_BACK, PAYEE_KINDS, REFUND_STATUSES } from './rules.ts';

const access = { area: 'money' } as const;

/** `amount` compares within one currency alone: 400 without that filter. */
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

/** One payee's line of a charge. All figures are major units of the charge's currency. */
const commission = z.object({
  id: z.int(),
  type: z.int(),
  /** Breaks ties where an amount is divided; 0 for the instructor's own. */
  row_id: z.int(),
  payee: z.object({ kind: z.enum(PAYEE_KINDS), id: z.int().nullable(), name: z.string() }),
  /** Percent. */
  commission: z.number(),
  amount: figure,
  refunded: figure,
  payout_status: bit,
  payout_id: z.int().nullable(),
  /** Why it is not paid; null where nothing keeps it, or a payout holds it. */
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

/** A refund, as an entry below its charge: the amount is negative. */
export const refundEntry = entry.extend({
  type: z.literal('refund'),
  /** Null while it is queued or nobody knows what came of it. */
  status: z.enum(REFUND_STATUSES).nullable(),
  /** Why it failed. */
  failure: z.string().nullable(),
  reason: z.string(),
  /** The staff return the money themselves. */
  by_hand: bit,
  /** When that was done, and who says so; null while it is owed. */
  returned_at: moment.nullable(),
  returned_by: z.string().nullable(),
  /** The provider did not answer: it is being looked for. */
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
  /** 1: no provider sends a refund of it, the staff return the money themselves. */
  by_hand: bit,
  refund_available: figure,
  code: z.string().nullable(),
  disputed_at: moment.nullable(),
  /** Why its lines are not paid; it has none where they were never divided. */
  held: z.enum(HELD_BACK).nullable(),
  children: z.array(refundEntry),
  /** Of a bundle: what falls on each class. */
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
  /** Words of a class's name, or its id. */
  class_name: textFilter,
  instructor_name: textFilter,
  student_name: textFilter,
  program_id: programFilter,
  dates,
  currency: z
    .enum(['', ...CURRENCIES])
    .optional()
    .default(''),
  /** 1: those with a refund that failed, or of which nobody knows what came. */
  in_trouble: tickFilter,
  /** 1: those with a refund by hand that has not been returned. */
  to_return: tickFilter,
};

export const transactionsContract = {
  transactions: route(access, {
    method: 'GET',
    path: 'transactions',
    summary: 'A page of charges with their refunds and lines, and what the filter sums to in each currency',
    input: z.strictObject({ page, ...filters, sort_by: sortBy(TRANSACTION_SORTS), sort_dest: sortDest }),
    output: z.object({
      transactions: z.array(transaction),
      count: z.int(),
      /**
       * The most sold currency first. Without dates sold = refunded + paid_out + open; with them `refunded` is what went
       * back in these days, whenever it was sold, and the others are of what was sold in them.
       */
      sums: z.array(sum),
    }),
  }),
  transactionsCsv: route(access, {
    method: 'GET',
    path: 'transactions/csv',
    summary:
      'The charges of the list and the refunds of its days as a file; of a long one, asked for until it is whole',
    input: z.strictObject({ ...polled, ...filters }),
    output: fileProgress,
  }),
};
