import { feature } from '../../../server/feature.ts';
import { tokensContract } from '../contract.ts';
import { tokenConstraints } from './constraints.ts';
import { tokensRoutes } from './routes.ts';

export const tokens = feature({
  contract: tokensContract,
  routes: tokensRoutes,
  constraints: tokenConstraints,
  demo: () => import('./demo.ts'),
});
