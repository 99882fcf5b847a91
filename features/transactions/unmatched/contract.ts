/** Payments that name nothing to book. Specification: Sites, unmatched payments. */

import { z } from 'zod';
import {
  id,
  moment,
  page,
  pathId,
  programFilter,
  sortBy,
  sortDest,
  sourceFilter,
  text,
  textFilter,
} from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { SOURCE_NAMES } from '../../../core/sites/sources.ts';
import { type CsvColumns, csvRoute } from '../../exports/contract.ts';
import { MEMBERSHIP_PERIODS, SALE_TYPES } from '../rules.ts';

const access = { area: 'money' } as const;

/** Facts that a payment may lack: what its metadata should name, a currency that is sold in, or a payment that is nobody else's. */
export const MISSING = [
  'program',
  'class',
  'event',
  'membership',
  'user',
  'tickets',
  'currency',
  'payment',
] as const;
export type Missing = (typeof MISSING)[number];

export const PAYMENT_STATES = ['open', 'matched', 'dismissed', 'all'] as const;
export const PAYMENT_STATE_NAMES: Record<(typeof PAYMENT_STATES)[number], string> = {
  open: 'Open',
  matched: 'Matched',
  dismissed: 'Dismissed',
  all: 'All',
};
export const UNMATCHED_SORTS = ['id', 'amount', 'currency', 'paid_at'] as const;

export const UNMATCHED_SOURCES = ['site', 'stripe'] as const;

const payment = z.object({
  id: z.int(),
  /** Stripe told a payment, or a site a sale whose buyer it has not told of. */
  source: z.enum(UNMATCHED_SOURCES),
  /** Null for a sale of a site that names no payment. */
  provider_ref: z.string().nullable(),
  /** The site's names for the sale and its buyer, and what was sold; null for payments. */
  reference: z.string().nullable(),
  user_reference: z.string().nullable(),
  sale: z
    .object({
      type: z.enum(SALE_TYPES),
      /** The class, bundle or event; null for a membership. */
      sold: z.object({ id: z.int(), name: z.string() }).nullable(),
      subscription: z.enum(MEMBERSHIP_PERIODS).nullable(),
      code: z.string(),
    })
    .nullable(),
  /** Major units of the currency. */
  amount: z.number(),
  currency: z.string(),
  /** Name or email as the provider has it; empty where it has none. */
  payer: z.string(),
  paid_at: moment,
  missing: z.array(z.enum(MISSING)),
  state: z.enum(['open', 'matched', 'dismissed']),
  charge_id: z.int().nullable(),
  /** Program that the payment names; 0 where it names none. */
  program_id: z.int(),
  reason: z.string(),
  /** Email of the admin; null where a later event or the site matched it. */
  decided_by: z.string().nullable(),
  updated_at: moment,
});
export type UnmatchedPayment = z.infer<typeof payment>;

const sale = z.strictObject({
  program_id: id,
  type: z.enum(SALE_TYPES),
  class_id: id.optional(),
  event_id: id.optional(),
  subscription: z.enum(MEMBERSHIP_PERIODS).optional(),
  user_id: id,
  code: text(100).trim().optional(),
});

export const namedByStaff = sale.superRefine(hasWhatWasSold);
const matching = sale.extend({ id: pathId }).superRefine(hasWhatWasSold);
export type Matching = z.output<typeof matching>;

type Sale = z.output<typeof sale>;

function hasWhatWasSold({ type, class_id, event_id }: Sale, context: z.RefinementCtx): void {
  if ((type === 'class' || type === 'bundle') && class_id === undefined)
    context.addIssue({ code: 'custom', path: ['class_id'], message: 'is missing' });
  if (type === 'event' && event_id === undefined)
    context.addIssue({ code: 'custom', path: ['event_id'], message: 'is missing' });
}

/** Things that are found by a name; a membership is chosen. */
export const SEARCHED = ['class', 'bundle', 'event'] as const;

export const dismissal = z.strictObject({ reason: text(1000).trim().optional().default('') });

export const MOST_DISMISSED = 100;

const answer = z.object({ payment });

const filters = {
  state: z.enum(PAYMENT_STATES).optional().default('open'),
  source: sourceFilter,
  program_id: programFilter,
  /** Words of the payer, the payment or the site's references, or an id. */
  name: textFilter,
};

/** Columns of the list's file; `lacks` says in words what is missing. */
export const UNMATCHED_CSV = {
  id: ['ID', 'number'],
  paid_at: ['Paid at', 'moment'],
  source: ['Source', 'word', SOURCE_NAMES],
  provider_ref: ['Payment ID', 'text'],
  reference: ['Site’s reference', 'text'],
  payer: ['Payer', 'text'],
  amount: ['Amount', 'amount'],
  currency: ['Currency', 'text'],
  missing: ['Missing', 'text'],
  state: ['Status', 'word', PAYMENT_STATE_NAMES],
  charge_id: ['Transaction', 'number'],
  program_id: ['Program ID', 'number'],
  reason: ['Reason', 'text'],
  decided_by: ['Decided by', 'text'],
} as const satisfies CsvColumns;

export const unmatchedPaymentsContract = {
  unmatchedPayments: route(access, {
    method: 'GET',
    path: 'unmatched-payments',
    reads: 'replica',
    summary: 'A page of payments that match nothing to book, newest first',
    input: z.strictObject({
      page,
      ...filters,
      sort_by: sortBy(UNMATCHED_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({ payments: z.array(payment), count: z.int() }),
  }),
  unmatchedPaymentsCsv: csvRoute(access, {
    path: 'unmatched-payments',
    stepUp: true,
    summary: 'The payments of the list',
    filters,
  }),
  unmatchedPayment: route(access, {
    method: 'GET',
    path: 'unmatched-payment/{id}',
    summary: 'One payment, whatever its status',
    input: z.strictObject({ id: pathId }),
    output: answer,
  }),
  soldSearch: route(access, {
    method: 'GET',
    path: 'sold-search',
    summary:
      'At most 20 classes, bundles or events of a program’s site, by name or id, for matching a payment',
    input: z.strictObject({ program_id: pathId, type: z.enum(SEARCHED), name: textFilter }),
    output: z.object({ found: z.array(z.object({ id: z.int(), name: z.string() })) }),
  }),
  // Not idempotent by a key: a payment is decided once, and its decision has a transaction above the programs.
  matchPayment: route(access, {
    method: 'POST',
    path: 'unmatched-payment/{id}/match',
    summary: 'Match a payment to what was bought: books a sale at the moment of payment',
    input: matching,
    output: answer,
  }),
  dismissPayment: route(access, {
    method: 'POST',
    path: 'unmatched-payment/{id}/dismiss',
    summary: "Dismiss a payment that isn't a sale of the marketplace",
    input: dismissal.extend({ id: pathId }),
    output: answer,
  }),
  dismissPayments: route(access, {
    method: 'POST',
    path: 'unmatched-payments/dismiss',
    summary: 'Dismiss many payments for one reason, all or none. 409 names one that was decided since',
    input: dismissal.extend({ ids: z.array(id).min(1, 'Choose payments').max(MOST_DISMISSED) }),
    output: z.object({ payments: z.array(payment) }),
  }),
};
