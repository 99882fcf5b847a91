import { siteFeature } from '../../../../server/feature.ts';
import { paymentOfSitesContract } from '../contract.ts';
import { paymentOfSitesRoutes } from './routes.ts';

export const paymentOfSites = siteFeature({
  contract: paymentOfSitesContract,
  routes: paymentOfSitesRoutes,
});
