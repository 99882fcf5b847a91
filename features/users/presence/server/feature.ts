import { siteFeature } from '../../../../server/feature.ts';
import { seenContract } from '../contract.ts';
import { seenRoutes } from './routes.ts';

export const seen = siteFeature({
  contract: seenContract,
  routes: seenRoutes,
});
