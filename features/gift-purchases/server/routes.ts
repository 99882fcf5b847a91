import { implementRoutes } from '../../../server/http/routing.ts';
import { giveReportsCookie } from '../../exports/server/cookie.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { giftPurchasesContract } from '../contract.ts';
import { fulfilPurchases, previewFulfilment } from './fulfil.ts';
import { printFulfilment, undoFulfilment } from './fulfilment-ends.ts';
import { readFulfilment } from './fulfilments.ts';
import { countPurchases, fulfillablePurchases, pageOfPurchases, readPurchase } from './gift-purchases.ts';
import { purchasesCsv } from './purchases-csv.ts';
import { trackPurchase } from './track-purchase.ts';

const routes = implementRoutes(giftPurchasesContract);

export const giftPurchasesRoutes = routes.router({
  purchasesCsv: routes.purchasesCsv.handler(({ context, input }) => pollExport(context, purchasesCsv, input)),
  purchases: routes.purchases.handler(({ context, input }) => {
    // With the list: a fulfilment that is asked for again is answered from the record, without its handler.
    giveReportsCookie(context);
    return pageOfPurchases(context, input);
  }),
  fulfillablePurchases: routes.fulfillablePurchases.handler(({ context, input }) =>
    fulfillablePurchases(context, input),
  ),
  purchaseCounts: routes.purchaseCounts.handler(({ context, input }) =>
    countPurchases(context, input.program_id),
  ),
  fulfilPreview: routes.fulfilPreview.handler(({ context, input }) => previewFulfilment(context, input.ids)),
  purchase: routes.purchase.handler(async ({ context, input }) => ({
    purchase: await readPurchase(context, input.id),
  })),
  fulfilPurchases: routes.fulfilPurchases.handler(({ context, input }) => {
    giveReportsCookie(context);
    return fulfilPurchases(context, input);
  }),
  trackPurchase: routes.trackPurchase.handler(async ({ context, input }) => ({
    purchase: await trackPurchase(context, input),
  })),
  fulfilment: routes.fulfilment.handler(async ({ context, input }) => ({
    fulfilment: await readFulfilment(context, input.id),
  })),
  printFulfilment: routes.printFulfilment.handler(async ({ context, input }) => {
    await printFulfilment(context, input.id);
    return { fulfilment: await readFulfilment(context, input.id) };
  }),
  undoFulfilment: routes.undoFulfilment.handler(async ({ context, input }) => ({
    ids: await undoFulfilment(context, input.id),
  })),
});
