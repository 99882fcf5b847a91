import { implementRoutes } from '../../../server/http/routing.ts';
import { giveReportsCookie } from '../../exports/server/cookie.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { giftPurchasesContract } from '../contract.ts';
import { fulfilPurchases } from './fulfil.ts';
import { readFulfilment } from './fulfilments.ts';
import { fulfillablePurchases, pageOfPurchases, readPurchase } from './gift-purchases.ts';
import { purchasesCsv } from './purchases-csv.ts';

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
  purchase: routes.purchase.handler(async ({ context, input }) => ({
    purchase: await readPurchase(context, input.id),
  })),
  fulfilPurchases: routes.fulfilPurchases.handler(({ context, input }) => {
    giveReportsCookie(context);
    return fulfilPurchases(context, input.ids);
  }),
  fulfilment: routes.fulfilment.handler(async ({ context, input }) => ({
    fulfilment: await readFulfilment(context, input.id),
  })),
});
