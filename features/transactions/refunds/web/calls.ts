import { formatMajor } from '../../../../core/money.ts';
import { callsOf } from '../../../../web/api.ts';
import { type RefundRequest, refundRequestsContract } from '../../requests/contract.ts';

export const { calls, reload } = callsOf('refundRequests', refundRequestsContract);

/** Callback of the dialogs, for outcomes that the list does not show yet. */
export type Beside = { onDecided: (id: number, said: string) => void };

/** Reads a request by its id. Throws a 404 where there is none, or it is foreign. */
export async function readRequest(id: number): Promise<RefundRequest> {
  return (await calls.refundRequest.call({ id })).refund;
}

export function nameOf({ amount, currency, class_name, description }: RefundRequest): string {
  return `${formatMajor(amount, currency)} for ${class_name ?? description}`;
}
