import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { seenContract } from '../contract.ts';
import { seeUsers } from './seen.ts';

const routes = implementSiteRoutes(seenContract);

export const seenRoutes = routes.router({
  seen: routes.seen.handler(({ context, input }) => seeUsers(context, input.user_ids)),
});
