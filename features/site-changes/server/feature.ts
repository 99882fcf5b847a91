import { siteFeature } from '../../../server/feature.ts';
import { siteChangesContract } from '../contract.ts';
import { siteChangesRoutes } from './routes.ts';
import { alignSiteChanges, sweepSiteChanges } from './sweeps.ts';

export const siteChanges = siteFeature({
  contract: siteChangesContract,
  routes: siteChangesRoutes,
  sweeps: [alignSiteChanges, sweepSiteChanges],
});
