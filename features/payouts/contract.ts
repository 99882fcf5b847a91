/** What is open of whom, and paying it. Specification: Payouts. */
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
  sortBy,
  sortDest,
  textFilter,
  tickFilter,
} from '../../core/fields.ts';
import { CURRENCIES } from '../../core/money.ts';
import { route } from '../../core/route.ts';
import { HELD_BACK } from '../transactions/rules.ts';
import { payeeRelease } from '../users/releases/payee-release.ts';
import { payoutBatch } from './batches/contract.ts';
import { payoutTransaction } from './payout-transaction.ts';
import { AGAINST, OVERRIDES, PAYOUT_METHODS } from './rules.ts';

const access = { area: 'money' } as const;
const pays = { role: 'superadmin' } as const;

export const PAYOUT_SORTS = ['id', 'instructor_name', 'amount', 'payout', 'currency', 'paid_by'] as const;

/** Ids of one press at most. */
export const MAX_IDS = 5000;

const figure = z.number();
export const payoutMethod = z.enum(PAYOUT_METHODS);

/** A payee in one currency. All figures are major units of it. */
const payee = z.object({
  /** Of the payee in that currency: see `payeeId`. */
  id: z.int(),
  /** Null: the site itself. */
  instructor_name: z.string().nullable(),
  /** All that no payout holds, debts and credits in it; held charges are not. Below 0: the payee owes. */
  amount: figure,
  /** What of held charges waits until they are free. */
  held_amount: figure,
  currency: z.string(),
  /** What is active and past its days of hold, debts off; never below 0. */
  payout: figure,
  /** The user to notify; null for programs and the site. */
  pay_to_id: z.int().nullable(),
  /** The chosen method, whether or not its fields are complete; null where there is none. */
  paid_by: z.string().nullable(),
  /** Why that method, or the books, cannot carry money to them, in words for staff; null where nothing is in the way. */
  method_fault: z.string().nullable(),
  notified_at: moment.nullable(),
  /** What stands against paying them now, or against more of it. */
  against: z.array(z.enum(AGAINST)),
  /** 1: nothing of it keeps them from being paid. */
  payable: z.literal([0, 1]),
  /** Of the one class whose sessions to come keep lines pending; null where there is none, or more than one. */
  future_sessions: z.int().nullable(),
  /** When what waits for days alone can be paid; null where nothing does. */
  ready_at: moment.nullable(),
});
export type Payee = z.infer<typeof payee>;

const openTransaction = payoutTransaction.extend({
  /** Null where the sessions to come decide. */
  override: z.enum(OVERRIDES).nullable(),
  future_sessions: z.int(),
  /** 1: it is paid with the next payout. */
  active: z.literal([0, 1]),
  /** Why it is neither active nor pending. */
  held: z.enum(HELD_BACK).nullable(),
  /** Until when it waits after its charge; null where that is over. */
  on_hold_until: moment.nullable(),
});
export type OpenTransaction = z.infer<typeof openTransaction>;

/** What a press would do to one payee. */
export const previewedPayee = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  /** Null where there is none whose fields are complete. */
  method: payoutMethod.nullable(),
  /** By what its account is known again: the last digits, a handle or an address. */
  account: z.string().nullable(),
  /** When their email or how they are paid changed last, for some weeks. */
  changed_at: moment.nullable(),
  /** Until when that keeps them from being paid; null where it does not. */
  payable_from: moment.nullable(),
  /** Null unless they are deleted or blocked, and paid all the same. */
  release: payeeRelease.nullable(),
  /** How many would be claimed, and what they come to; of a membership one part. */
  lines: z.int(),
  lines_amount: figure,
  /** Debts below 0, credits above. */
  debts: figure,
  /** What would be paid if nothing stood against it; never below 0. */
  amount: figure,
  against: z.array(z.enum(AGAINST)),
  /** 1: nothing that stands against it keeps it from being paid. */
  payable: z.literal([0, 1]),
});
export type PreviewedPayee = z.infer<typeof previewedPayee>;

export const preview = z.object({
  /** In the order of the ids. */
  payees: z.array(previewedPayee),
  /** Of those that would be paid. */
  totals: z.array(z.object({ currency: z.string(), method: payoutMethod, payees: z.int(), amount: figure })),
  /** Of everything above, and of where the money would go: another one where any of it has changed. */
  fingerprint: z.string(),
});
export type Preview = z.infer<typeof preview>;

export const ids = z.array(id).min(1).max(MAX_IDS);
export const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be the fingerprint of a preview')
  .optional();

/** `file` is where the ZIP is, null while a second superadmin is awaited. */
export const madeBatch = z.object({ file: z.string().nullable(), batch: payoutBatch });

export const payoutsContract = {
  payouts: route(access, {
    method: 'GET',
    path: 'payouts',
    summary: 'Payees by currency, with what is open of each and what would be paid now',
    input: z.strictObject({
      page,
      /** Words of a name. */
      name: textFilter,
      currency: optional(z.enum(CURRENCIES).optional()),
      method: optional(payoutMethod.optional()),
      /** 1: who can be paid now. */
      payable: tickFilter,
      /** 1: users with money to be paid and no method that could pay them. */
      without_method: tickFilter,
      /** 1: debts that have not become less for 90 days. */
      stuck_debt: tickFilter,
      sort_by: sortBy(PAYOUT_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({
      payouts: z.array(payee),
      count: z.int(),
      /** Whose these balances are: somebody owed in three currencies is one. */
      payees: z.int(),
    }),
  }),
  payoutTransactions: route(access, {
    method: 'GET',
    path: 'payout-transactions',
    summary:
      'What no payout holds of a payee, newest first: by the id of its row, or of an instructor in every currency',
    input: z.strictObject({ payee_id: idFilter, instructor_id: idFilter, page }),
    output: z.object({ transactions: z.array(openTransaction), count: z.int() }),
  }),
  switchPayoutTransaction: route(access, {
    method: 'PATCH',
    path: 'payout-transaction/{id}',
    summary:
      'An active line becomes pending, a pending one active; or what `active` says, where it says anything',
    input: z.strictObject({ id: pathId, active: flag.optional() }),
    output: z.object({ transaction: openTransaction }),
  }),
  notifyPayee: route(access, {
    method: 'POST',
    path: 'payment-notification/{id}',
    summary: 'Mail the user that money waits: once in 24 hours',
    input: z.strictObject({ id: pathId }),
    output: z.object({ notified_at: moment }),
    idempotent: true,
  }),
  payoutPreview: route(access, {
    method: 'GET',
    path: 'payout-preview',
    summary: 'What paying these payees would do, and what stands against it',
    input: z.strictObject({ ids: idsInQuery(MAX_IDS) }),
    output: preview,
  }),
  makePayout: route(pays, {
    method: 'POST',
    path: 'payout',
    summary:
      'Pay what is active of these payees; 409 with the new preview where the fingerprint no longer fits',
    input: z.strictObject({ ids, fingerprint }),
    output: madeBatch,
    idempotent: true,
    intent: ['ids'],
  }),
};
