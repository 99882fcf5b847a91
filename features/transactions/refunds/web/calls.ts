import { formatMajor } from '../../../../core/money.ts';
import { callsOf } from '../../../../web/api.ts';
import type { QueueSteps } from '../../../../web/ui/queue/use-queue-steps.ts';
import { type RefundRequest, refundRequestsContract } from '../../requests/contract.ts';

export const { calls, reload } = callsOf('refundRequests', refundRequestsContract);

/** Further props of the dialogs: a callback for outcomes that the list does not show yet, and the way to the next request. */
export type Beside = {
  onDecided: (id: number | readonly number[], said: string) => void;
  steps: QueueSteps;
};

export async function readRequest(id: number): Promise<RefundRequest> {
  return (await calls.refundRequest.call({ id })).refund;
}

export function nameOf({ amount, currency, class_name, description }: RefundRequest): string {
  return `${formatMajor(amount, currency)} for ${class_name ?? description}`;
}
