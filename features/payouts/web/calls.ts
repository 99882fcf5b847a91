import { callsOf } from '../../../web/api.ts';
import { Failure, failureOf } from '../../../web/ui/failure.ts';
import { GLOBAL_SITE } from '../../transactions/rules.ts';
import { type Payout, type PayoutBatch, payoutBatchesContract } from '../batches/contract.ts';
import { type Payee, payoutsContract } from '../contract.ts';

const payouts = callsOf('payouts', payoutsContract);
const batches = callsOf('payoutBatches', payoutBatchesContract);
export const { calls } = payouts;
export const { calls: batchCalls } = batches;

export async function reloadAll(): Promise<void> {
  await Promise.all([payouts.reload(), batches.reload()]);
}

export async function notifyPayee(id: number): Promise<void> {
  await calls.notifyPayee.call({ id });
  void reloadAll();
}

export type NamedPayee = Pick<Payee, 'id' | 'instructor_name' | 'currency'>;

/** Reads a payee by its id. Throws a 404 where it does not exist or is foreign. */
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

export async function readPayout(id: number): Promise<Payout> {
  return (await batchCalls.payoutsHistory.call({ id })).payouts[0] ?? missing();
}

export async function readBatch(id: number): Promise<PayoutBatch> {
  return (await batchCalls.payoutBatches.call({ id })).batches[0] ?? missing();
}

function missing(): never {
  throw new Failure(404, { message: 'Not found' });
}

/** Names a payee with its currency, as it has a row in each: "Ada Byron, USD". */
export function nameOf({ instructor_name, currency }: Omit<NamedPayee, 'id'>): string {
  return `${instructor_name ?? GLOBAL_SITE}, ${currency}`;
}
