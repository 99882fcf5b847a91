/** Money given back, and requests to do so. Specification: Refunds; Refunds confirmation. */
import { z } from 'zod';
import { flag, id, moment, page, pathId, sortBy, sortDest, text } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { refundEntry } from '../transactions/contract.ts';
import { MAX_REASON, REQUEST_STATUSES, REQUEST_TYPES } from './rules.ts';

const access = { area: 'money' } as const;

export const REQUEST_SORTS = [
  'id',
  'created_at',
  'amount',
  'currency',
  'class_name',
  'instructor_name',
  'student_name',
  'status',
  'refunded_at',
] as const;

const request = z.object({
  id: z.int(),
  created_at: moment,
  charge_id: z.int(),
  /** Major units of the currency, above 0. */
  amount: z.number(),
  currency: z.string(),
  description: z.string(),
  class_id: z.int().nullable(),
  class_name: z.string().nullable(),
  instructor_name: z.string().nullable(),
  student_name: z.string().nullable(),
  program_id: z.int(),
  /** Who asks. */
  type: z.enum(REQUEST_TYPES),
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** 1: the signed-in admin asked, and cannot approve it. */
  own: z.literal([0, 1]),
  cancel_registration: z.literal([0, 1]),
  reason: z.string(),
  /** Null while it waits. */
  status: z.enum(REQUEST_STATUSES).nullable(),
  /** Why the refund failed. */
  failure: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: moment.nullable(),
  refund_id: z.int().nullable(),
  /** When the money went. */
  refunded_at: moment.nullable(),
  /** What is left of the charge, or of its part: a waiting request above it can only be rejected. */
  refund_available: z.number(),
});
export type RefundRequest = z.infer<typeof request>;

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
      /** One class of a bundle: no more than its part, and only that registration. */
      class_id: id.optional(),
      reason: text(MAX_REASON).trim().optional().default(''),
    }),
    output: z.object({ refund: refundEntry.nullable(), request: request.nullable() }),
    idempotent: true,
  }),
  chargeRefunds: route(access, {
    method: 'GET',
    path: 'charge/{id}/refunds',
    summary: 'The refunds of a charge, newest last',
    input: byId,
    output: z.object({ refunds: z.array(refundEntry) }),
  }),
  refundRequests: route(access, {
    method: 'GET',
    path: 'refunds',
    summary: 'A page of requests, newest first',
    input: z.strictObject({ page, sort_by: sortBy(REQUEST_SORTS), sort_dest: sortDest }),
    output: z.object({ refunds: z.array(request), count: z.int() }),
  }),
  refundRequest: route(access, {
    method: 'GET',
    path: 'refund/{id}',
    summary: 'One request',
    input: byId,
    output: z.object({ refund: request }),
  }),
  approveRefundRequest: route(access, {
    method: 'POST',
    path: 'refund/{id}/refund',
    summary: 'Approve a request: its refund is on its way then. 409 names who has decided it',
    input: byId,
    output: z.object({ refund: request }),
    idempotent: true,
  }),
  rejectRefundRequest: route(access, {
    method: 'POST',
    path: 'refund/{id}/reject',
    summary: 'Reject a request. 409 names who has decided it',
    input: byId,
    output: z.object({ refund: request }),
    idempotent: true,
  }),
};
