import { siteFeature } from '../../../../server/feature.ts';
import { siteCoinsContract } from '../contract.ts';
import { siteCoinsRoutes } from './routes.ts';

export const siteCoins = siteFeature({
  contract: siteCoinsContract,
  routes: siteCoinsRoutes,
});
