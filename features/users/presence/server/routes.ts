import { implementRoutes } from '../../../../server/http/routing.ts';
import { seenContract } from '../contract.ts';
import { seeUsers } from './seen.ts';

const routes = implementRoutes(seenContract);

export const seenRoutes = routes.router({
  seen: routes.seen.handler(({ context, input }) => seeUsers(context, input.user_ids)),
});
