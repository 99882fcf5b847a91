import { implementRoutes } from '../../../server/routing.ts';
import { siteUsersContract } from '../contract.ts';
import { searchUsers } from './user-search.ts';

const routes = implementRoutes(siteUsersContract);

export const siteUsersRoutes = routes.router({
  userSearch: routes.userSearch.handler(({ context, input }) => searchUsers(context, input)),
});
