import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { tellFacts } from '../../../../server/sites/tell-facts.ts';
import { sitePurchasesContract } from '../contract.ts';
import { deliverPurchase } from './site-deliveries.ts';
import { bookPurchases } from './site-purchases.ts';

const routes = implementSiteRoutes(sitePurchasesContract);

export const sitePurchasesRoutes = routes.router({
  purchases: routes.purchases.handler(({ context, input }) =>
    tellFacts(context, input, { kind: 'purchase', book: bookPurchases }),
  ),
  deliverPurchase: routes.deliverPurchase.handler(async ({ context, input: { id, ...delivery } }) => ({
    purchase: await deliverPurchase(context, { id, delivery }),
  })),
});
