import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { usersOfSiteContract } from '../contract.ts';
import { closeUser } from './close-user.ts';
import { changeOwn } from './own-changes.ts';
import { tellUsers } from './told-users.ts';
import { readUser } from './users-of-site.ts';

const routes = implementSiteRoutes(usersOfSiteContract);

export const usersOfSiteRoutes = routes.router({
  tellUsers: routes.tellUsers.handler(({ context, input }) => tellUsers(context, input)),
  user: routes.user.handler(async ({ context, input }) => ({ user: await readUser(context, input.id) })),
  changeUser: routes.changeUser.handler(async ({ context, input }) => ({
    user: await changeOwn(context, input),
  })),
  closeUser: routes.closeUser.handler(({ context, input }) => closeUser(context, input.id)),
});
