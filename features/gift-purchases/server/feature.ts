import { feature } from '../../../server/feature.ts';
import { giftPurchasesContract } from '../contract.ts';
import { giftPurchasesRoutes } from './routes.ts';

export const giftPurchases = feature({
  contract: giftPurchasesContract,
  routes: giftPurchasesRoutes,
  demo: () => import('./demo.ts'),
});
