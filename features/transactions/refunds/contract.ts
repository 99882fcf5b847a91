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
    summary: 'Give back a part or all of a charge; above the limit of four eyes it becomes a request',
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
    summary: 'Say that the money of a refund by hand has been returned, or that it has not',
    input: z.strictObject({ id: pathId, returned: flag }),
    output: z.object({ refund: refundEntry }),
  }),
  chargeRefunds: route(access, {
    method: 'GET',
    path: 'charge/{id}/refunds',
    summary: 'The refunds of a charge, newest last',
    input: byId,
    output: z.object({ refunds: z.array(refundEntry) }),
  }),
  unbookedEvents: route(ofNoProgram, {
    method: 'GET',
    path: 'unbooked-events',
    summary: 'A page of what Stripe told and can never be booked, the newest first',
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
    summary: 'Mark an event that cannot be booked as looked at, or as not',
    input: z.strictObject({ id: pathId, resolved: flag.optional().default(true) }),
    output: z.object({ event: unbookedEvent }),
  }),
};
