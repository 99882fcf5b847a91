import { feature } from '../../../../server/feature.ts';
import { payoutBatchesContract } from '../contract.ts';
import { payoutBatchesRoutes } from './routes.ts';

export const payoutBatches = feature({
  contract: payoutBatchesContract,
  routes: payoutBatchesRoutes,
});
