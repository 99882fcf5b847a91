import { implementRoutes } from '../../../server/http/routing.ts';
import { dashboardContract } from '../contract.ts';
import { whatNeedsAttention } from './attention.ts';
import { readCharts } from './charts.ts';
import { readDashboard } from './counts.ts';
import { readLately } from './lately.ts';
import { freeMemory } from './memory.ts';

const routes = implementRoutes(dashboardContract);

export const dashboardRoutes = routes.router({
  dashboard: routes.dashboard.handler(({ context, input }) => readDashboard(context, input?.program_id)),
  charts: routes.charts.handler(({ context, input }) => readCharts(context, input)),
  lately: routes.lately.handler(({ context, input }) => readLately(context, input?.program_id)),
  freeMemory: routes.freeMemory.handler(({ context }) => freeMemory(context)),
  attention: routes.attention.handler(async ({ context, input }) => ({
    items: await whatNeedsAttention(context, input),
  })),
});
