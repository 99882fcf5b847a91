import { implementRoutes } from '../../../server/routing.ts';
import { seenContract } from '../seen-contract.ts';
import { seeUsers } from './seen.ts';

const routes = implementRoutes(seenContract);

export const seenRoutes = routes.router({
  seen: routes.seen.handler(({ context, input }) => seeUsers(context, input.user_ids)),
});
