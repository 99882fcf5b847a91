import { siteFeature } from '../../../../server/feature.ts';
import { siteTokensContract } from '../contract.ts';
import { siteTokensRoutes } from './routes.ts';

export const siteTokens = siteFeature({
  contract: siteTokensContract,
  routes: siteTokensRoutes,
});
