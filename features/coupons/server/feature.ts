import { feature } from '../../../server/feature.ts';
import { couponsContract } from '../contract.ts';
import { couponsRoutes } from './routes.ts';

export const coupons = feature({
  contract: couponsContract,
  routes: couponsRoutes,
  demo: () => import('./demo.ts'),
});
