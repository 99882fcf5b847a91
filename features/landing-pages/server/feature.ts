import { feature } from '../../../server/feature.ts';
import { landingPagesContract } from '../contract.ts';
import { landingPageConstraints } from './constraints.ts';
import { landingPagesRoutes } from './routes.ts';

export const landingPages = feature({
  contract: landingPagesContract,
  routes: landingPagesRoutes,
  constraints: landingPageConstraints,
  demo: () => import('./demo.ts'),
});
