import { callsOf } from '../../../web/api.ts';
import { Failure } from '../../../web/ui/failure.ts';
import { type Transaction, transactionsContract } from '../contract.ts';
import { refundsContract } from '../refunds/contract.ts';
import { refundRequestsContract } from '../requests/contract.ts';

const transactions = callsOf('transactions', transactionsContract);
export const { calls } = transactions;
export const refunds = callsOf('refunds', refundsContract);
export const requests = callsOf('refundRequests', refundRequestsContract);

/** Callback after a refund is requested: the row shows the words until the data has arrived. */
export type Beside = { onAsked: (id: number, words: string) => void };

export async function reloadAll(): Promise<void> {
  await Promise.all([transactions.reload(), refunds.reload(), requests.reload()]);
}

export async function readTransaction(id: number): Promise<Transaction> {
  const { transactions } = await calls.transactions.call({ id });
  const [found] = transactions;
  if (!found) throw new Failure(404, { message: 'Not found' });
  return found;
}
