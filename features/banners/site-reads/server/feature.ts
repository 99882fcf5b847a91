import { siteFeature } from '../../../../server/feature.ts';
import { bannerReadsContract } from '../contract.ts';
import { bannerReadsRoutes } from './routes.ts';

export const bannerReads = siteFeature({
  contract: bannerReadsContract,
  routes: bannerReadsRoutes,
});
