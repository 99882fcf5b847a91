import { feature } from '../../../server/feature.ts';
import { bannersContract } from '../contract.ts';
import { bannersRoutes } from './routes.ts';

export const banners = feature({
  contract: bannersContract,
  routes: bannersRoutes,
  demo: () => import('./demo.ts'),
});
