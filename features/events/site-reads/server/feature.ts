import { siteFeature } from '../../../../server/feature.ts';
import { eventReadsContract } from '../contract.ts';
import { eventReadsRoutes } from './routes.ts';

export const eventReads = siteFeature({
  contract: eventReadsContract,
  routes: eventReadsRoutes,
});
