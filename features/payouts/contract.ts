/** Balances of payees, and their payout. Specification: Payouts. */

import { z } from 'zod';
import {
  flag,
  id,
  idFilter,
  idsInQuery,
  moment,
  optional,
  page,
  pathId,
  programFilter,
  sortBy,
  sortDest,
  textFilter,
  tickFilter,
} from '../../core/fields.ts';
import { CURRENCIES } from '../../core/money.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { HELD_BACK } from '../transactions/rules.ts';
import { payeeRelease } from '../users/releases/payee-release.ts';
import { payoutBatch } from './batches/contract.ts';
import { bridge } from './bridge.ts';
import { lastBatch } from './last-batch.ts';
import { payoutTransaction } from './payout-transaction.ts';
import { AGAINST, AGAINST_WORDS, OVERRIDES, PAYOUT_METHOD_NAMES, PAYOUT_METHODS } from './rules.ts';

const access = { area: 'money' } as const;
const pays = { role: 'superadmin' } as const;

export const PAYOUT_SORTS = ['id', 'instructor_name', 'amount', 'payout', 'currency', 'paid_by'] as const;

export const MAX_IDS = 5000;

const figure = z.number();
export const payoutMethod = z.enum(PAYOUT_METHODS);

/** A payee in one currency. All figures are in its major units. */
const payee = z.object({
  /** Id of the payee in that currency, see `payeeId`. */
  id: z.int(),
  /** Null: the site itself. */
  instructor_name: z.string().nullable(),
  /** The sum of everything no payout holds, debts and credits included, held charges excluded. Below 0: the payee owes. */
  amount: figure,
  /** The sum of held charges, not payable until released. */
  held_amount: figure,
  currency: z.string(),
  /** The payable amount: active and past its days of hold, minus debts; never below 0. */
  payout: figure,
  /** The user to notify; null for programs and the site. */
  pay_to_id: z.int().nullable(),
  /** The chosen method, even if incomplete; null without one. */
  paid_by: z.string().nullable(),
  /** The obstacle to paying by that method, in words for staff; null without one. */
  method_fault: z.string().nullable(),
  notified_at: moment.nullable(),
  against: z.array(z.enum(AGAINST)),
  /** 1: no objection prevents payment. */
  payable: z.literal([0, 1]),
  /** The payee's balances in the list, this one included; some may be on another page. */
  balances: z.int(),
  /** The class's sessions to come that keep lines pending; null where none or several classes do. */
  future_sessions: z.int().nullable(),
  /** The moment at which lines waiting only for days become payable; null where none do. */
  ready_at: moment.nullable(),
});
export type Payee = z.infer<typeof payee>;

const payeesSum = z.object({
  currency: z.string(),
  balances: z.int(),
  amount: figure,
  payout: figure,
  held_amount: figure,
});
export type PayeesSum = z.infer<typeof payeesSum>;

const openTransaction = payoutTransaction.extend({
  /** Null where the sessions to come decide. */
  override: z.enum(OVERRIDES).nullable(),
  future_sessions: z.int(),
  /** 1: the next payout pays it. */
  active: z.literal([0, 1]),
  /** The reason it is neither active nor pending. */
  held: z.enum(HELD_BACK).nullable(),
  /** The end of its days of hold; null once over. */
  on_hold_until: moment.nullable(),
});
export type OpenTransaction = z.infer<typeof openTransaction>;

export const previewedPayee = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  /** Null without a complete one. */
  method: payoutMethod.nullable(),
  /** A recognizable part of the account: the last digits, a handle or an address. */
  account: z.string().nullable(),
  /** 1: a user who was never paid before. */
  first: z.literal([0, 1]),
  /** 1: the largest of those paid in the currency, where there are several. */
  largest: z.literal([0, 1]),
  /** The last change of email or payout method, shown for some weeks. */
  changed_at: moment.nullable(),
  /** The end of the ban on payouts after that change; null where there is none. */
  payable_from: moment.nullable(),
  /** Null unless the payee is deleted or blocked and was released for payment. */
  release: payeeRelease.nullable(),
  /** The number of lines to claim and their sum; a membership share is one line. */
  lines: z.int(),
  lines_amount: figure,
  /** Debts below 0, credits above. */
  debts: figure,
  /** The amount without any objections; never below 0. */
  amount: figure,
  bridge,
  against: z.array(z.enum(AGAINST)),
  /** 1: no objection prevents payment. */
  payable: z.literal([0, 1]),
});
export type PreviewedPayee = z.infer<typeof previewedPayee>;

export const preview = z.object({
  payees: z.array(previewedPayee),
  totals: z.array(z.object({ currency: z.string(), method: payoutMethod, payees: z.int(), amount: figure })),
  /** Null without one, and for a program's staff, who see no batches. */
  last_batch: lastBatch.nullable(),
  /** A hash of what would be paid and of the destinations, to detect changes. */
  fingerprint: z.string(),
});
export type Preview = z.infer<typeof preview>;

export const ids = z.array(id).min(1).max(MAX_IDS);
export const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be the fingerprint of a preview')
  .optional();

/** `file` is the address of the ZIP, null while a second superadmin's approval is pending. */
export const madeBatch = z.object({ file: z.string().nullable(), batch: payoutBatch });

const payeeFilters = {
  name: textFilter,
  user_id: idFilter,
  program_id: programFilter,
  currency: optional(z.enum(CURRENCIES).optional()),
  method: optional(payoutMethod.optional()),
  payable: tickFilter,
  /** 1: users with a payable balance and no usable method. */
  without_method: tickFilter,
  /** 1: debts not reduced for 90 days. */
  stuck_debt: tickFilter,
};

export const PAYEES_CSV = {
  id: ['ID', 'number'],
  instructor_name: ['Name', 'text'],
  pay_to_id: ['User ID', 'number'],
  currency: ['Currency', 'text'],
  amount: ['Amount', 'amount'],
  payout: ['Payout', 'amount'],
  held_amount: ['On hold', 'amount'],
  paid_by: ['Method', 'word', PAYOUT_METHOD_NAMES],
  method_fault: ['Fault of the method', 'text'],
  payable: ['Payable now', 'flag'],
  against: ['Against', 'word', AGAINST_WORDS],
  ready_at: ['Ready at', 'moment'],
  notified_at: ['Notified at', 'moment'],
} as const satisfies CsvColumns;

export const payoutsContract = {
  payouts: route(access, {
    method: 'GET',
    path: 'payouts',
    reads: 'replica',
    summary: 'Payees by currency, with the balance of each and what can be paid now',
    input: z.strictObject({
      page,
      ...payeeFilters,
      /** 1: the balances of a payee stand together, at the place of the first of them in the order. */
      by_payee: tickFilter,
      sort_by: sortBy(PAYOUT_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({
      payouts: z.array(payee),
      count: z.int(),
      /** The number of distinct payees: one with three currencies counts once. */
      payees: z.int(),
      /** The users among them; the others are programs and the site. */
      people: z.int(),
      /** The sums of the list's columns, by currency, that of most balances first; never added together. */
      sums: z.array(payeesSum),
    }),
  }),
  payoutsCsv: csvRoute(access, {
    path: 'payouts',
    stepUp: true,
    summary: 'The balances of the list',
    filters: payeeFilters,
  }),
  payoutTransactions: route(access, {
    method: 'GET',
    path: 'payout-transactions',
    reads: 'replica',
    summary:
      'The unpaid shares of a payee, newest first: by the id of its row, or of an instructor in every currency',
    input: z.strictObject({ payee_id: idFilter, instructor_id: idFilter, page }),
    output: z.object({
      transactions: z.array(openTransaction),
      count: z.int(),
      /** The way from all of them to what can be paid now; null without any, and for an instructor in every currency. */
      bridge: bridge.nullable(),
    }),
  }),
  switchPayoutTransaction: route(access, {
    method: 'PATCH',
    path: 'payout-transaction/{id}',
    summary: 'Switch a share between active and pending, or to the value of `active` where given',
    input: z.strictObject({ id: pathId, active: flag.optional() }),
    output: z.object({ transaction: openTransaction }),
  }),
  notifyPayee: route(access, {
    method: 'POST',
    path: 'payment-notification/{id}',
    summary: 'Email the payee that money is due, at most once in 24 hours',
    input: z.strictObject({ id: pathId }),
    output: z.object({ notified_at: moment }),
    idempotent: true,
  }),
  payoutPreview: route(access, {
    method: 'GET',
    path: 'payout-preview',
    summary: 'Preview of a payout: amounts, and the reasons against paying',
    input: z.strictObject({ ids: idsInQuery(MAX_IDS) }),
    output: preview,
  }),
  makePayout: route(pays, {
    method: 'POST',
    path: 'payout',
    stepUp: true,
    summary:
      'Pay the active shares of these payees; 409 with the new preview where the fingerprint no longer matches',
    input: z.strictObject({ ids, fingerprint }),
    output: madeBatch,
    idempotent: true,
    intent: ['ids'],
  }),
};
