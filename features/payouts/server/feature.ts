import { feature } from '../../../server/feature.ts';
import { payoutsContract } from '../contract.ts';
import { payoutsRoutes } from './routes.ts';
import { mountPayoutFiles } from './serve-payout-files.ts';

export const payouts = feature({
  contract: payoutsContract,
  routes: payoutsRoutes,
  mounts: [mountPayoutFiles],
  demo: () => import('./demo.ts'),
});
