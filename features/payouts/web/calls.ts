import { callsOf } from '../../../web/api.ts';
import { Failure, failureOf } from '../../../web/ui/failure.ts';
import { GLOBAL_SITE } from '../../transactions/rules.ts';
import { type Payout, type PayoutBatch, payoutBatchesContract } from '../batches/contract.ts';
import { type Payee, payoutsContract } from '../contract.ts';

const payouts = callsOf('payouts', payoutsContract);
const batches = callsOf('payoutBatches', payoutBatchesContract);
export const { calls } = payouts;
export const { calls: batchCalls } = batches;

/** Everything that shows who is paid what. */
export async function reloadAll(): Promise<void> {
  await Promise.all([payouts.reload(), batches.reload()]);
}

export async function notifyPayee(id: number): Promise<void> {
  await calls.notifyPayee.call({ id });
  void reloadAll();
}

/** What a dialog has to know of a payee. */
export type NamedPayee = Pick<Payee, 'id' | 'instructor_name' | 'currency'>;

/** A payee by its id, whether or not the page of the list holds it. Throws a 404 where it is nobody's, or foreign. */
export async function readPayee(id: number): Promise<NamedPayee> {
  try {
    const { payees } = await calls.payoutPreview.call({ ids: String(id) });
    const [found] = payees;
    if (found) return { id, instructor_name: found.name, currency: found.currency };
  } catch (error) {
    if (failureOf(error).status !== 400) throw error;
  }
  return missing();
}

/** A payout by its id. Throws a 404 where there is none, or it is foreign. */
export async function readPayout(id: number): Promise<Payout> {
  return (await batchCalls.payoutsHistory.call({ id })).payouts[0] ?? missing();
}

/** A batch by its id. Throws a 404 where there is none. */
export async function readBatch(id: number): Promise<PayoutBatch> {
  return (await batchCalls.payoutBatches.call({ id })).batches[0] ?? missing();
}

function missing(): never {
  throw new Failure(404, { message: 'Not found' });
}

/** "Ada Byron, USD": what a payee is called by, who has a row in every currency. */
export function nameOf({ instructor_name, currency }: Omit<NamedPayee, 'id'>): string {
  return `${instructor_name ?? GLOBAL_SITE}, ${currency}`;
}
