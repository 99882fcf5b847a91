import { implementRoutes } from '../../../server/http/routing.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { readBatch } from '../batches/server/batches.ts';
import { payoutsContract } from '../contract.ts';
import { giveFileCookie } from './file-cookie.ts';
import { notifyPayee } from './notify-payee.ts';
import { pageOfOpenTransactions, switchLine } from './open-transactions.ts';
import { paySales, previewSales } from './pay-sales.ts';
import { pageOfPayees } from './payees/payees.ts';
import { payoutsCsv } from './payees/payees-csv.ts';

const routes = implementRoutes(payoutsContract);

export const payoutsRoutes = routes.router({
  payoutsCsv: routes.payoutsCsv.handler(({ context, input }) => pollExport(context, payoutsCsv, input)),
  payouts: routes.payouts.handler(({ context, input }) => pageOfPayees(context, input)),
  payoutTransactions: routes.payoutTransactions.handler(({ context, input }) =>
    pageOfOpenTransactions(context, input),
  ),
  switchPayoutTransaction: routes.switchPayoutTransaction.handler(async ({ context, input }) => ({
    transaction: await switchLine(context, input),
  })),
  notifyPayee: routes.notifyPayee.handler(async ({ context, input }) => ({
    notified_at: await notifyPayee(context, input.id),
  })),
  payoutPreview: routes.payoutPreview.handler(({ context, input }) => {
    giveFileCookie(context);
    return previewSales(context, input.ids);
  }),
  makePayout: routes.makePayout.handler(async ({ context, input }) => {
    giveFileCookie(context);
    const batch = await readBatch(context, await paySales(context, input));
    return { file: batch.file, batch };
  }),
});
