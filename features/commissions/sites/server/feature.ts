import { siteFeature } from '../../../../server/feature.ts';
import { siteCodesContract } from '../contract.ts';
import { siteCodesRoutes } from './routes.ts';

export const siteCodes = siteFeature({
  contract: siteCodesContract,
  routes: siteCodesRoutes,
});
