import { feature } from '../../../server/feature.ts';
import { transactionsContract } from '../contract.ts';
import { foldSaleChanges } from './fold-sales.job.ts';
import { transactionsRoutes } from './routes.ts';

export const transactions = feature({
  contract: transactionsContract,
  routes: transactionsRoutes,
  jobs: [foldSaleChanges],
});
