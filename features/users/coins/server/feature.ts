import { feature } from '../../../../server/feature.ts';
import { coinsContract } from '../contract.ts';
import { coinsConstraints } from './constraints.ts';
import { coinsRoutes } from './routes.ts';

export const coins = feature({
  contract: coinsContract,
  routes: coinsRoutes,
  constraints: coinsConstraints,
  demo: () => import('./demo.ts'),
});
