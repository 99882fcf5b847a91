import { feature } from '../../../server/feature.ts';
import { adminUsersContract } from '../contract.ts';
import { adminUsersRoutes } from './routes.ts';

export const adminUsers = feature({
  contract: adminUsersContract,
  routes: adminUsersRoutes,
});
