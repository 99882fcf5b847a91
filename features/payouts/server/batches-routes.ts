/** The calls of batches and of the history of payouts. */
import { isGlobal } from '../../../core/access.ts';
import type { Call } from '../../../server/context.ts';
import { implementRoutes } from '../../../server/routing.ts';
import { giveReportsCookie } from '../../exports/server/cookie.ts';
import { payoutBatchesContract } from '../batches-contract.ts';
import { pageOfBatches } from './batches.ts';
import { approveBatch, cancelBatch } from './decide-batch.ts';
import { pageOfPayouts } from './history.ts';
import { paidTransactions } from './paid-transactions.ts';
import { payoutArrived, returnPayout } from './settle-payout.ts';

const routes = implementRoutes(payoutBatchesContract);

export const payoutBatchesRoutes = routes.router({
  payoutsHistory: routes.payoutsHistory.handler(({ context, input }) => {
    giveFileCookie(context);
    return pageOfPayouts(context, input);
  }),
  paidTransactions: routes.paidTransactions.handler(({ context, input }) =>
    paidTransactions(context, input.id),
  ),
  payoutArrived: routes.payoutArrived.handler(async ({ context, input }) => ({
    payout: await payoutArrived(context, input.id),
  })),
  returnPayout: routes.returnPayout.handler(async ({ context, input }) => ({
    payout: await returnPayout(context, input),
  })),
  payoutBatches: routes.payoutBatches.handler(({ context, input }) => {
    giveFileCookie(context);
    return pageOfBatches(context, input);
  }),
  approvePayoutBatch: routes.approvePayoutBatch.handler(async ({ context, input }) => ({
    batch: await approveBatch(context, input.id),
  })),
  cancelPayoutBatch: routes.cancelPayoutBatch.handler(async ({ context, input }) => ({
    batch: await cancelBatch(context, input.id),
  })),
});

/** With the lists that name files, so that the browser may fetch one by its address alone. */
function giveFileCookie(context: Call): void {
  if (isGlobal(context.actor)) giveReportsCookie(context);
}
