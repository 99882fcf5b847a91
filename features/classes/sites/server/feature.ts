import { siteFeature } from '../../../../server/feature.ts';
import { siteTeachingContract } from '../contract.ts';
import { siteTeachingRoutes } from './routes.ts';

export const siteTeaching = siteFeature({
  contract: siteTeachingContract,
  routes: siteTeachingRoutes,
});
