import { callsOf, queryClient, reloadFeature } from '../../../../web/api.ts';
import { type UnmatchedPayment, unmatchedPaymentsContract } from '../contract.ts';

export const { calls, reload } = callsOf('unmatchedPayments', unmatchedPaymentsContract);

/** Callback of the dialogs: the row stays where it is and says what became of the payment. */
export type Beside = { onDecided: (payment: UnmatchedPayment) => void };

export async function readPayment(id: number): Promise<UnmatchedPayment> {
  return (await calls.unmatchedPayment.call({ id })).payment;
}

/** Reloads what a decision changes, except the list in sight, from which the decided row would go at once. */
export async function reloadOthers(): Promise<void> {
  const queryKey = calls.unmatchedPayments.key();
  await Promise.all([
    queryClient.invalidateQueries({ queryKey, refetchType: 'none' }),
    reloadFeature('transactions'),
  ]);
}
