import { callsOf } from '../../../web/api.ts';
import { Failure } from '../../../web/ui/failure.ts';
import { type Transaction, transactionsContract } from '../contract.ts';
import { refundsContract } from '../refunds/contract.ts';
import { refundRequestsContract } from '../requests/contract.ts';

const transactions = callsOf('transactions', transactionsContract);
export const { calls } = transactions;
export const refunds = callsOf('refunds', refundsContract);
export const requests = callsOf('refundRequests', refundRequestsContract);

/** What the screen is told once a refund has been asked for: the row shows it until the data has come. */
export type Beside = { onAsked: (id: number, words: string) => void };

/** Everything that shows what came of a refund. */
export async function reloadAll(): Promise<void> {
  await Promise.all([transactions.reload(), refunds.reload(), requests.reload()]);
}

/** A charge as it is now, by its id. Throws a 404 where there is none to see. */
export async function readTransaction(id: number): Promise<Transaction> {
  const { transactions } = await calls.transactions.call({ id });
  const [found] = transactions;
  if (!found) throw new Failure(404, { message: 'Not found' });
  return found;
}
