import { holds, PERMISSIONS } from '../../../core/access.ts';
import { implementRoutes } from '../../../server/http/routing.ts';
import { adminUsersContract } from '../contract.ts';
import { namedPermissions } from '../rules.ts';
import {
  createAdminUser,
  deleteAdminUser,
  pageOfAdminUsers,
  readAdminUser,
  updateAdminUser,
} from './admin-users.ts';

const routes = implementRoutes(adminUsersContract);

export const adminUsersRoutes = routes.router({
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
});
