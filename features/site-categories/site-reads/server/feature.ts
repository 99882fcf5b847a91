import { siteFeature } from '../../../../server/feature.ts';
import { categoryReadsContract } from '../contract.ts';
import { categoryReadsRoutes } from './routes.ts';

export const categoryReads = siteFeature({
  contract: categoryReadsContract,
  routes: categoryReadsRoutes,
});
