import { holds, PERMISSIONS } from '../../../core/access.ts';
import { implementRoutes } from '../../../server/http/routing.ts';
import { switchesOf } from '../../../server/nouns/noun-handlers.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { adminUsersContract } from '../contract.ts';
import { namedPermissions } from '../rules.ts';
import { ADMIN_USER_SWITCHES } from './admin-user-switches.ts';
import {
  createAdminUser,
  deleteAdminUser,
  pageOfAdminUsers,
  readAdminUser,
  updateAdminUser,
} from './admin-users.ts';
import { adminUsersCsv } from './admin-users-csv.ts';

const routes = implementRoutes(adminUsersContract);

export const adminUsersRoutes = routes.router({
  adminUsersCsv: routes.adminUsersCsv.handler(({ context, input }) =>
    pollExport(context, adminUsersCsv, input),
  ),
  adminUsers: routes.adminUsers.handler(({ context, input }) => pageOfAdminUsers(context, input)),
  adminUser: routes.adminUser.handler(async ({ context, input }) => ({
    user: await readAdminUser(context, input.id),
  })),
  permissions: routes.permissions.handler(({ context: { actor } }) => ({
    permissions: namedPermissions(PERMISSIONS.filter((permission) => holds(actor, permission))),
  })),
  createAdminUser: routes.createAdminUser.handler(async ({ context, input }) => ({
    user: await createAdminUser(context, input.user_data),
  })),
  updateAdminUser: routes.updateAdminUser.handler(async ({ context, input }) => ({
    user: await updateAdminUser(context, input.id, input.user_data),
  })),
  deleteAdminUser: routes.deleteAdminUser.handler(async ({ context, input }) => {
    await deleteAdminUser(context, input.id);
    return { id: input.id };
  }),
  switchAdminUsers: routes.switchAdminUsers.handler(switchesOf(ADMIN_USER_SWITCHES)),
});
