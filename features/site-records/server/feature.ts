import { siteFeature } from '../../../server/feature.ts';
import { siteRecordsContract } from '../contract.ts';
import { siteRecordsRoutes } from './routes.ts';

export const siteRecords = siteFeature({
  contract: siteRecordsContract,
  routes: siteRecordsRoutes,
});
