import { feature } from '../../../server/feature.ts';
import { commissionsContract } from '../contract.ts';
import { commissionConstraints } from './constraints.ts';
import { recalculate } from './recalculation/recalculate-lines.job.ts';
import { commissionsRoutes } from './routes.ts';

export const commissions = feature({
  contract: commissionsContract,
  routes: commissionsRoutes,
  constraints: commissionConstraints,
  jobs: [recalculate],
});
