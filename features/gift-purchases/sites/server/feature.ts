import { siteFeature } from '../../../../server/feature.ts';
import { sitePurchasesContract } from '../contract.ts';
import { sitePurchasesRoutes } from './routes.ts';

export const sitePurchases = siteFeature({
  contract: sitePurchasesContract,
  routes: sitePurchasesRoutes,
});
