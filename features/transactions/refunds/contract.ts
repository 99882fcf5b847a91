/** Refunds. Specification: Refunds. */

import { z } from 'zod';
import {
  flag,
  id,
  moment,
  page,
  pathId,
  sortBy,
  sortDest,
  text,
  textFilter,
  tickFilter,
} from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { type CsvColumns, csvRoute } from '../../exports/contract.ts';
import { refundEntry } from '../contract.ts';
import { refundRequest } from '../requests/contract.ts';
import { MAX_REASON } from './rules.ts';

const access = { area: 'money' } as const;

/** Global staff only: the event's program is unknown. */
const ofNoProgram = { area: 'money', of: 'no program' } as const;

export const UNBOOKED_SORTS = ['id', 'type', 'received_at'] as const;
export const UNBOOKED_REASONS = [
  'unknown_charge',
  'other_currency',
  'over_the_charge',
  'malformed',
  'booked_twice',
  'not_permitted',
] as const;
export type UnbookedReason = (typeof UNBOOKED_REASONS)[number];

const unbookedEvent = z.object({
  id: z.int(),
  /** Stripe's event id, its type, its object, and that object's charge (empty: none). */
  event_id: z.string(),
  type: z.string(),
  object_id: z.string(),
  provider_charge: z.string(),
  reason: z.enum(UNBOOKED_REASONS),
  /** Major units of the currency; null where the event gives none. */
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  /** The moment by Stripe's clock. */
  happened_at: moment.nullable(),
  received_at: moment,
  resolved_at: moment.nullable(),
  resolved_by: z.string().nullable(),
  /** Transactions of the one payment of `booked_twice`, the first first. Major units; `refundable` is what is left of each. */
  transactions: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      student_name: z.string().nullable(),
      amount: z.number(),
      refundable: z.number(),
      currency: z.string(),
      created_at: moment,
    }),
  ),
});
export type UnbookedEvent = z.infer<typeof unbookedEvent>;

const byId = z.strictObject({ id: pathId });

export const UNBOOKED_REASON_WORDS: Record<UnbookedReason, string> = {
  unknown_charge: 'No transaction with this charge',
  other_currency: 'The transaction is in another currency',
  over_the_charge: 'More than is left of the transaction',
  malformed: 'The event is incomplete or can’t be read',
  booked_twice: 'One payment, two transactions',
  not_permitted: 'The Stripe key lacks a permission',
};

/** `name`: words of Stripe's names for the event, its object or that one's charge, or an id. */
const unbookedFilters = { open: tickFilter, name: textFilter };

export const UNBOOKED_CSV = {
  id: ['ID', 'number'],
  object_id: ['Stripe ID', 'text'],
  type: ['Type', 'text'],
  reason: ['Reason', 'word', UNBOOKED_REASON_WORDS],
  provider_charge: ['Stripe charge', 'text'],
  amount: ['Amount', 'amount'],
  currency: ['Currency', 'text'],
  happened_at: ['Happened at', 'moment'],
  received_at: ['Received at', 'moment'],
  resolved_at: ['Resolved at', 'moment'],
  resolved_by: ['Resolved by', 'text'],
} as const satisfies CsvColumns;

export const refundsContract = {
  refundCharge: route(access, {
    method: 'POST',
    path: 'charge/{id}/refund',
    stepUp: true,
    summary:
      'Refund a transaction in full or in part; above the approval limit this creates a refund request',
    input: z.strictObject({
      id: pathId,
      amount: z.number(),
      cancel_registration: flag.optional().default(false),
      /** One class of a bundle: at most its part, and only that registration. */
      class_id: id.optional(),
      reason: text(MAX_REASON).trim().optional().default(''),
    }),
    output: z.object({ refund: refundEntry.nullable(), request: refundRequest.nullable() }),
    idempotent: true,
    intent: ['id'],
  }),
  refundReturned: route(access, {
    method: 'PATCH',
    path: 'charge-refund/{id}',
    summary: 'Mark a refund by hand as returned, or as not returned',
    input: z.strictObject({ id: pathId, returned: flag }),
    output: z.object({ refund: refundEntry }),
  }),
  chargeRefunds: route(access, {
    method: 'GET',
    path: 'charge/{id}/refunds',
    summary: 'The refunds of a transaction, newest last',
    input: byId,
    output: z.object({ refunds: z.array(refundEntry) }),
  }),
  unbookedEvents: route(ofNoProgram, {
    method: 'GET',
    path: 'unbooked-events',
    reads: 'replica',
    summary: "A page of Stripe events that can't be booked, newest first",
    input: z.strictObject({
      page,
      ...unbookedFilters,
      sort_by: sortBy(UNBOOKED_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({ events: z.array(unbookedEvent), count: z.int() }),
  }),
  unbookedEventsCsv: csvRoute(ofNoProgram, {
    path: 'unbooked-events',
    summary: "The Stripe events of the list that can't be booked",
    filters: unbookedFilters,
  }),
  resolveUnbookedEvent: route(ofNoProgram, {
    method: 'POST',
    path: 'unbooked-event/{id}/resolve',
    summary: "Mark a Stripe event that can't be booked as resolved, or reopen it",
    input: z.strictObject({ id: pathId, resolved: flag.optional().default(true) }),
    output: z.object({ event: unbookedEvent }),
  }),
  reverseBookedTwice: route(ofNoProgram, {
    method: 'POST',
    path: 'unbooked-event/{id}/reverse',
    stepUp: true,
    summary:
      'Reverse one of the two transactions of a Stripe payment that was booked twice, with its commissions; no money is returned',
    input: z.strictObject({ id: pathId, charge_id: id }),
    output: z.object({ event: unbookedEvent }),
  }),
};
