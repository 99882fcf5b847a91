import { feature } from '../../../../server/feature.ts';
import { unmatchedPaymentsContract } from '../contract.ts';
import { unmatchedPaymentsRoutes } from './routes.ts';

export const unmatchedPayments = feature({
  contract: unmatchedPaymentsContract,
  routes: unmatchedPaymentsRoutes,
  demo: () => import('./demo.ts'),
});
