import { feature } from '../../../server/feature.ts';
import { savedViewsContract } from '../contract.ts';
import { savedViewsRoutes } from './routes.ts';

export const savedViews = feature({
  contract: savedViewsContract,
  routes: savedViewsRoutes,
});
