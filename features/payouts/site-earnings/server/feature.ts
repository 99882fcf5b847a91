import { siteFeature } from '../../../../server/feature.ts';
import { siteEarningsContract } from '../contract.ts';
import { siteEarningsRoutes } from './routes.ts';

export const siteEarnings = siteFeature({
  contract: siteEarningsContract,
  routes: siteEarningsRoutes,
});
