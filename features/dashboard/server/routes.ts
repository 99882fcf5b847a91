import { implementRoutes } from '../../../server/routing.ts';
import { dashboardContract } from '../contract.ts';
import { whatNeedsAttention } from './attention.ts';

const routes = implementRoutes(dashboardContract);

export const dashboardRoutes = routes.router({
  attention: routes.attention.handler(async ({ context, input }) => ({
    items: await whatNeedsAttention(context, input?.kind),
  })),
});
