import { callsOf } from '../../../web/api.ts';
import { Failure } from '../../../web/ui/failure.ts';
import { refundsContract } from '../../refunds/contract.ts';
import { refundRequestsContract } from '../../refunds/requests-contract.ts';
import { type Transaction, transactionsContract } from '../contract.ts';

export const { calls, reload } = callsOf('transactions', transactionsContract);
export const refunds = callsOf('refunds', refundsContract);
export const requests = callsOf('refundRequests', refundRequestsContract);

/** A charge as it is now, by its id. Throws a 404 where there is none to see. */
export async function readTransaction(id: number): Promise<Transaction> {
  const { transactions } = await calls.transactions.call({ id });
  const [found] = transactions;
  if (!found) throw new Failure(404, { message: 'Not found' });
  return found;
}
