import { implementRoutes } from '../../../../server/http/routing.ts';
import { pollExport } from '../../../exports/server/exports.ts';
import { giveFileCookie } from '../../server/file-cookie.ts';
import { pageOfPayouts } from '../../server/history.ts';
import { payoutsHistoryCsv } from '../../server/history-csv.ts';
import { paidTransactions } from '../../server/paid-transactions.ts';
import { payoutArrived, payoutsArrived, returnPayout } from '../../server/settle-payout.ts';
import { payoutBatchesContract } from '../contract.ts';
import { pageOfBatchPayees } from './batch-payees.ts';
import { pageOfBatches } from './batches.ts';
import { payoutBatchesCsv } from './batches-csv.ts';
import { approveBatch, cancelBatch } from './decide-batch.ts';

const routes = implementRoutes(payoutBatchesContract);

export const payoutBatchesRoutes = routes.router({
  payoutBatchesCsv: routes.payoutBatchesCsv.handler(({ context, input }) =>
    pollExport(context, payoutBatchesCsv, input),
  ),
  payoutsHistoryCsv: routes.payoutsHistoryCsv.handler(({ context, input }) =>
    pollExport(context, payoutsHistoryCsv, input),
  ),
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
  payoutsArrived: routes.payoutsArrived.handler(async ({ context, input }) => ({
    payouts: await payoutsArrived(context, input.ids),
  })),
  returnPayout: routes.returnPayout.handler(async ({ context, input }) => ({
    payout: await returnPayout(context, input),
  })),
  payoutBatches: routes.payoutBatches.handler(({ context, input }) => {
    giveFileCookie(context);
    return pageOfBatches(context, input);
  }),
  payoutBatchPayees: routes.payoutBatchPayees.handler(({ context, input }) =>
    pageOfBatchPayees(context, input),
  ),
  approvePayoutBatch: routes.approvePayoutBatch.handler(async ({ context, input }) => ({
    batch: await approveBatch(context, input.id),
  })),
  cancelPayoutBatch: routes.cancelPayoutBatch.handler(async ({ context, input }) => ({
    batch: await cancelBatch(context, input.id),
  })),
});
