/** Requests for refunds as the site of a program tells them. Specification: Sites, requests for refunds. */
import { z } from 'zod';
import { flag, id, text, wholeNumber } from '../../../core/fields.ts';
import { MAX_MINOR } from '../../../core/money.ts';
import { siteRoute } from '../../../core/route.ts';
import { reference, results, told } from '../../../core/sites/told.ts';

const MAX_REASON = 1000;

const siteRefundRequest = z.strictObject({
  reference,
  charge_id: id,
  user_id: id,
  /** Minor units of the charge's currency; all that is left where it is not told. */
  amount: wholeNumber(1, MAX_MINOR).optional(),
  class_id: id.optional(),
  cancel_registration: flag.optional().default(false),
  reason: text(MAX_REASON).trim(),
});
export type SiteRefundRequest = z.output<typeof siteRefundRequest>;

export const siteRefundRequestsContract = {
  refundRequests: siteRoute('write', {
    method: 'POST',
    path: 'refund-requests',
    summary: 'Request refunds for buyers and instructors; staff decide',
    input: told(siteRefundRequest),
    output: results({}),
  }),
};
