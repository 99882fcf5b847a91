/** Refunds. Specification: Refunds. */
import { z } from 'zod';
import { flag, id, moment, page, pathId, sortBy, sortDest, text, tickFilter } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { refundEntry } from '../contract.ts';
import { refundRequest } from '../requests/contract.ts';
import { MAX_REASON } from './rules.ts';

const access = { area: 'money' } as const;

/** Global staff only: the event's program is unknown. */
const ofNoProgram = { area: 'money', of: 'no program' } as const;

export const UNBOOKED_SORTS = ['id', 'type', 'received_at'] as const;
export const UNBOOKED_REASONS = ['unknown_charge', 'other_currency', 'over_the_charge', 'malformed'] as const;
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
});
export type UnbookedEvent = z.infer<typeof unbookedEvent>;

const byId = z.strictObject({ id: pathId });

export const refundsContract = {
  refundCharge: route(access, {
    method: 'POST',
    path: 'charge/{id}/refund',
    summary:
      'Refund a transaction in full or in part; above the approval limit this creates a refund request',
    input: z.strictObject({
      id: pathId,
      /** Major units of the charge's currency. */
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
    summary: "A page of Stripe events that can't be booked, newest first",
    input: z.strictObject({
      page,
      open: tickFilter,
      sort_by: sortBy(UNBOOKED_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({ events: z.array(unbookedEvent), count: z.int() }),
  }),
  resolveUnbookedEvent: route(ofNoProgram, {
    method: 'POST',
    path: 'unbooked-event/{id}/resolve',
    summary: "Mark a Stripe event that can't be booked as resolved, or reopen it",
    input: z.strictObject({ id: pathId, resolved: flag.optional().default(true) }),
    output: z.object({ event: unbookedEvent }),
  }),
};
