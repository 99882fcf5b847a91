import { siteFeature } from '../../../../server/feature.ts';
import { pageReadsContract } from '../contract.ts';
import { pageReadsRoutes } from './routes.ts';

export const pageReads = siteFeature({
  contract: pageReadsContract,
  routes: pageReadsRoutes,
});
