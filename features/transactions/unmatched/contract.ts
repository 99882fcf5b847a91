/** Payments that name nothing to book. Specification: Sites, unmatched payments. */
import { z } from 'zod';
import {
  id,
  moment,
  page,
  pathId,
  sortBy,
  sortDest,
  sourceFilter,
  text,
  textFilter,
} from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { MEMBERSHIP_PERIODS, SALE_TYPES } from '../rules.ts';

const access = { area: 'money' } as const;

/**
 * Facts that a payment may lack: what its metadata should name, a currency that nothing is sold in, or a payment that is
 * nobody else's.
 */
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

/** The sale that staff name, as a form fills it in. */
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

const answer = z.object({ payment });

export const unmatchedPaymentsContract = {
  unmatchedPayments: route(access, {
    method: 'GET',
    path: 'unmatched-payments',
    summary: 'A page of payments that match nothing to book, newest first',
    input: z.strictObject({
      page,
      state: z.enum(PAYMENT_STATES).optional().default('open'),
      source: sourceFilter,
      sort_by: sortBy(UNMATCHED_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({ payments: z.array(payment), count: z.int() }),
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
};
