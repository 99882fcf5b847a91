/** States of a refund, shared by browser and server. Specification: Refunds. */

import { formatMajor } from '../../../core/money.ts';
import { whyNotYours } from '../../../core/second-approver.ts';

/** Internal states: the provider is called after the commit, and may not answer. */
export const REFUND_STATES = ['requested', 'sending', 'unknown', 'pending', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** The states that reserve the amount. */
export const ON_ITS_WAY = ['requested', 'sending', 'unknown', 'pending'] as const satisfies RefundState[];

export const REQUEST_TYPES = ['student', 'instructor', 'admin'] as const;
export const REQUEST_STATUSES = ['approved', 'refunded', 'failed', 'rejected'] as const;
/** Filters of the list: `waiting` is the status null. */
export const REQUEST_FILTERS = ['waiting', ...REQUEST_STATUSES] as const;

export const MAX_REASON = 1000;

export const MOST_REQUESTS = 100;

export const BY_HAND =
  'By hand: no payment provider returns this money. Return it yourself, then mark the refund as returned.';

export const REFUNDED_BY_HAND = 'Refunded. Wait for data update. By hand: return the money yourself';

export const OVER_THE_AMOUNT_PAID = "Can't refund over the amount paid";

/** Allowed transitions. A success fails later where the bank could not deliver it. */
const NEXT: Record<RefundState, readonly RefundState[]> = {
  requested: ['sending'],
  sending: ['unknown', 'pending', 'succeeded', 'failed'],
  unknown: ['pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
};

export function mayBecome(from: RefundState, to: RefundState): boolean {
  return NEXT[from].includes(to);
}

/** Returns the reason a request can only be rejected; null where it can be approved. Amounts in major units. */
export function cannotApprove(request: {
  amount: number;
  refund_available: number;
  currency: string;
  own: 0 | 1;
  too_new: 0 | 1;
}): string | null {
  const notYours = whyNotYours(request);
  if (notYours) return notYours;
  if (request.amount <= request.refund_available) return null;
  return moreThanIsLeft(request.refund_available, request.currency);
}

export function moreThanIsLeft(left: number, currency: string): string {
  return `Only ${formatMajor(left, currency)} is left to refund, so this can only be rejected`;
}
