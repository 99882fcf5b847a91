import { minorOf, toMajor } from '../../../../core/money.ts';
import { whyNotYours } from '../../../../core/second-approver.ts';
import type { Context } from '../../../../server/context.ts';
import type { RefundRequest, RejectionPreview } from '../contract.ts';
import { alreadyDecided, refuseUnknown } from './approval-preview.ts';
import { readRefundRequests } from './refund-requests.ts';

/** Previews requests in the order of their ids; throws a 400 that names those the caller cannot see. */
export async function previewRejection(context: Context, ids: readonly number[]): Promise<RejectionPreview> {
  const requests = await readRefundRequests(context, ids);
  refuseUnknown(ids, requests);
  const planned = requests.map((request) => ({ request, against: againstOf(request) }));
  return {
    requests: planned.map(({ request, against }) => ({
      id: request.id,
      amount: request.amount,
      currency: request.currency,
      description: request.description,
      class_name: request.class_name,
      student_name: request.student_name,
      created_by: request.created_by,
      type: request.type,
      against,
    })),
    totals: totalsOf(planned.flatMap(({ request, against }) => (against === null ? [request] : []))),
  };
}

/** Returns why a request cannot be rejected; a new account may reject, as nothing is paid by that. */
function againstOf(request: RefundRequest): string | null {
  return alreadyDecided(request) ?? whyNotYours({ own: request.own, too_new: 0 });
}

function totalsOf(requests: readonly RefundRequest[]): RejectionPreview['totals'] {
  return [...Map.groupBy(requests, ({ currency }) => currency)].map(([currency, some]) => {
    const amount = some.reduce((sum, request) => sum + minorOf(request.amount, currency), 0);
    return { currency, requests: some.length, amount: toMajor(amount, currency) };
  });
}
