/** Requests for refunds and their decision. Specification: Refunds; Refunds confirmation. */
import { z } from 'zod';
import {
  id,
  idFilter,
  idsInQuery,
  moment,
  page,
  pathId,
  programFilter,
  sortBy,
  sortDest,
  sourceFilter,
} from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { SOURCE_NAMES, SOURCES } from '../../../core/sites/sources.ts';
import { type CsvColumns, csvRoute } from '../../exports/contract.ts';
import { MOST_REQUESTS, REQUEST_FILTERS, REQUEST_STATUSES, REQUEST_TYPES } from '../refunds/rules.ts';
import { PAYEE_KINDS } from '../rules.ts';

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

export const refundRequest = z.object({
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
  /** Null, as the name, where there is none or the caller may not see the user. */
  instructor_id: z.int().nullable(),
  student_name: z.string().nullable(),
  student_id: z.int().nullable(),
  program_id: z.int(),
  type: z.enum(REQUEST_TYPES),
  source: z.enum(SOURCES),
  /** The requesting site user; null where an admin asked or the caller may not see the user. */
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** The name of that user, or the address of that admin. */
  created_by: z.string().nullable(),
  /** 1: requested by the signed-in admin, who cannot approve it. */
  own: z.literal([0, 1]),
  /** 1: it is pending, and the signed-in admin's account was made or changed too recently to approve it. */
  too_new: z.literal([0, 1]),
  cancel_registration: z.literal([0, 1]),
  reason: z.string(),
  status: z.enum(REQUEST_STATUSES).nullable(),
  failure: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: moment.nullable(),
  refund_id: z.int().nullable(),
  refunded_at: moment.nullable(),
  /** The refundable rest of the charge or its part: a pending request above it can only be rejected. */
  refund_available: z.number(),
  /** 1: no provider sends it, the staff return the money themselves. */
  by_hand: z.literal([0, 1]),
});
export type RefundRequest = z.infer<typeof refundRequest>;

const approvalPreview = z.object({
  requests: z.array(
    z.object({
      ...refundRequest.pick({
        id: true,
        charge_id: true,
        amount: true,
        currency: true,
        description: true,
        class_name: true,
        student_name: true,
        cancel_registration: true,
        by_hand: true,
      }).shape,
      /** Reason against its approval, in words; null where it can be approved. */
      against: z.string().nullable(),
      /** Mark of what is shown of it, for the approval to do that or nothing; null where it cannot be approved. */
      fingerprint: z.string().nullable(),
    }),
  ),
  totals: z.array(
    z.object({ currency: z.string(), by_hand: z.literal([0, 1]), requests: z.int(), amount: z.number() }),
  ),
  /** Payees that give back: of what is not paid out yet, and of what is, which is deducted from a later payout. */
  payees: z.array(
    z.object({
      payee: z.object({ kind: z.enum(PAYEE_KINDS), id: z.int().nullable(), name: z.string() }),
      currency: z.string(),
      unpaid: z.number(),
      paid: z.number(),
    }),
  ),
});
export type ApprovalPreview = z.infer<typeof approvalPreview>;

const rejectionPreview = z.object({
  requests: z.array(
    z.object({
      ...refundRequest.pick({
        id: true,
        amount: true,
        currency: true,
        description: true,
        class_name: true,
        student_name: true,
        created_by: true,
        type: true,
      }).shape,
      /** Reason against its rejection, in words; null where it can be rejected. */
      against: z.string().nullable(),
    }),
  ),
  totals: z.array(z.object({ currency: z.string(), requests: z.int(), amount: z.number() })),
});
export type RejectionPreview = z.infer<typeof rejectionPreview>;

const byId = z.strictObject({ id: pathId });

const filters = {
  status: z
    .enum(['', ...REQUEST_FILTERS])
    .optional()
    .default(''),
  charge_id: idFilter,
  source: sourceFilter,
  program_id: programFilter,
};

export const REQUEST_CSV = {
  id: ['ID', 'number'],
  created_at: ['Created at', 'moment'],
  amount: ['Amount', 'amount'],
  currency: ['Currency', 'text'],
  charge_id: ['Transaction', 'number'],
  description: ['Description', 'text'],
  class_name: ['Class name', 'text'],
  instructor_name: ['Instructor name', 'text'],
  student_name: ['Student name', 'text'],
  type: ['Type', 'text'],
  source: ['Came from', 'word', SOURCE_NAMES],
  created_by: ['Created by', 'text'],
  reason: ['Reason', 'text'],
  status: ['Status', 'text'],
  refunded_at: ['Refunded at', 'moment'],
  program_id: ['Program ID', 'number'],
} as const satisfies CsvColumns;

export const refundRequestsContract = {
  refundRequests: route(access, {
    method: 'GET',
    path: 'refunds',
    reads: 'replica',
    summary: 'A page of refund requests, newest first',
    input: z.strictObject({
      page,
      ...filters,
      sort_by: sortBy(REQUEST_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({ refunds: z.array(refundRequest), count: z.int() }),
  }),
  refundRequestsCsv: csvRoute(access, {
    path: 'refunds',
    stepUp: true,
    summary: 'The requests of the list',
    filters: filters,
  }),
  refundRequestCounts: route(access, {
    method: 'GET',
    path: 'refunds/counts',
    summary: 'The number of refund requests by status',
    input: z.strictObject({ source: sourceFilter, program_id: programFilter }),
    output: z.object({ counts: z.record(z.enum(REQUEST_FILTERS), z.int()) }),
  }),
  approvalPreview: route(access, {
    method: 'GET',
    path: 'refunds/approval',
    summary: 'Preview of an approval: who gets what back, and whose shares it is deducted from',
    input: z.strictObject({ ids: idsInQuery(MOST_REQUESTS) }),
    output: approvalPreview,
  }),
  approveRefundRequests: route(access, {
    method: 'POST',
    path: 'refunds/approve',
    stepUp: true,
    summary:
      'Approve refund requests as previewed, all or none. 409 with the new preview names those that have changed',
    input: z.strictObject({
      requests: z
        .array(z.strictObject({ id, fingerprint: z.string().max(64).optional() }))
        .min(1, 'Choose requests')
        .max(MOST_REQUESTS),
    }),
    output: z.object({ refunds: z.array(refundRequest) }),
    idempotent: true,
  }),
  rejectionPreview: route(access, {
    method: 'GET',
    path: 'refunds/rejection',
    summary: 'Preview of a rejection: whose requests, and how much is not refunded',
    input: z.strictObject({ ids: idsInQuery(MOST_REQUESTS) }),
    output: rejectionPreview,
  }),
  rejectRefundRequests: route(access, {
    method: 'POST',
    path: 'refunds/reject',
    summary:
      'Reject refund requests, all or none. 409 with the new preview names those that are already decided',
    input: z.strictObject({
      requests: z.array(z.strictObject({ id })).min(1, 'Choose requests').max(MOST_REQUESTS),
    }),
    output: z.object({ refunds: z.array(refundRequest) }),
    idempotent: true,
  }),
  refundRequest: route(access, {
    method: 'GET',
    path: 'refund/{id}',
    summary: 'One refund request',
    input: byId,
    output: z.object({ refund: refundRequest }),
  }),
  approveRefundRequest: route(access, {
    method: 'POST',
    path: 'refund/{id}/refund',
    stepUp: true,
    summary: 'Approve a refund request and start its refund. 409 names the admin who already decided',
    input: byId,
    output: z.object({ refund: refundRequest }),
    idempotent: true,
  }),
  rejectRefundRequest: route(access, {
    method: 'POST',
    path: 'refund/{id}/reject',
    summary: 'Reject a refund request. 409 names the admin who already decided',
    input: byId,
    output: z.object({ refund: refundRequest }),
    idempotent: true,
  }),
};
