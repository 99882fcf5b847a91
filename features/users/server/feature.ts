import { feature } from '../../../server/feature.ts';
import { siteUsersContract } from '../contract.ts';
import { siteUserConstraints } from './constraints.ts';
import { siteUsersRoutes } from './routes.ts';

export const siteUsers = feature({
  contract: siteUsersContract,
  routes: siteUsersRoutes,
  constraints: siteUserConstraints,
  demo: () => import('./demo/belongings.ts'),
});
