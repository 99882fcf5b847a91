import { feature } from '../../../server/feature.ts';
import { dashboardContract } from '../contract.ts';
import { dashboardRoutes } from './routes.ts';

export const dashboard = feature({
  contract: dashboardContract,
  routes: dashboardRoutes,
});
