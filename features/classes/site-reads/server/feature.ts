import { siteFeature } from '../../../../server/feature.ts';
import { classReadsContract } from '../contract.ts';
import { classReadsRoutes } from './routes.ts';

export const classReads = siteFeature({
  contract: classReadsContract,
  routes: classReadsRoutes,
});
