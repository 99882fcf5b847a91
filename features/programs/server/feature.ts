import { feature } from '../../../server/feature.ts';
import { programsContract } from '../contract.ts';
import { programsRoutes } from './routes.ts';

export const programs = feature({
  contract: programsContract,
  routes: programsRoutes,
  demo: () => import('./demo.ts'),
});
