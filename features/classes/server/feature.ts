import { feature } from '../../../server/feature.ts';
import { classesContract } from '../contract.ts';
import { classConstraints } from './constraints.ts';
import { classesRoutes } from './routes.ts';

export const classes = feature({
  contract: classesContract,
  routes: classesRoutes,
  constraints: classConstraints,
  demo: () => import('./demo/life.ts'),
});
