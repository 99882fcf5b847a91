import { feature } from '../../../server/feature.ts';
import { makeBatches } from '../batches/server/making/make-batches.job.ts';
import { payoutsContract } from '../contract.ts';
import { foldPayeeBalances } from './payees/fold-balances.job.ts';
import { payoutsRoutes } from './routes.ts';
import { mountPayoutFiles } from './serve-payout-files.ts';

export const payouts = feature({
  contract: payoutsContract,
  routes: payoutsRoutes,
  jobs: [foldPayeeBalances, makeBatches],
  mounts: [mountPayoutFiles],
  demo: () => import('./demo.ts'),
});
