import { siteFeature } from '../../../../server/feature.ts';
import { siteCouponsContract } from '../contract.ts';
import { siteCouponsRoutes } from './routes.ts';

export const siteCoupons = siteFeature({
  contract: siteCouponsContract,
  routes: siteCouponsRoutes,
});
