import { feature } from '../../../server/feature.ts';
import { giveGroupRightsBy } from '../../auth/single-sign-on/server/group-rights.ts';
import { adminUsersContract } from '../contract.ts';
import { adminUsersRoutes } from './routes.ts';
import { followGroups } from './sign-on-groups.ts';

giveGroupRightsBy(followGroups);

export const adminUsers = feature({
  contract: adminUsersContract,
  routes: adminUsersRoutes,
});
