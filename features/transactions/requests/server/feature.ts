import { feature } from '../../../../server/feature.ts';
import { refundRequestsContract } from '../contract.ts';
import { refundRequestsRoutes } from './routes.ts';

export const refundRequests = feature({
  contract: refundRequestsContract,
  routes: refundRequestsRoutes,
  demo: () => import('./demo.ts'),
});
