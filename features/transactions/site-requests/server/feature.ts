import { siteFeature } from '../../../../server/feature.ts';
import { siteRefundRequestsContract } from '../contract.ts';
import { siteRefundRequestsRoutes } from './routes.ts';

export const siteRefundRequests = siteFeature({
  contract: siteRefundRequestsContract,
  routes: siteRefundRequestsRoutes,
});
