import { siteFeature } from '../../../../server/feature.ts';
import { programReadsContract } from '../contract.ts';
import { programReadsRoutes } from './routes.ts';

export const programReads = siteFeature({
  contract: programReadsContract,
  routes: programReadsRoutes,
});
