import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { siteEarningsContract } from '../contract.ts';
import { earningsOf, earningsOfMonth, payoutsOf } from './site-earnings.ts';

const routes = implementSiteRoutes(siteEarningsContract);

export const siteEarningsRoutes = routes.router({
  earnings: routes.earnings.handler(({ context, input }) => earningsOf(context, input.id)),
  earningsOfMonth: routes.earningsOfMonth.handler(({ context, input }) => earningsOfMonth(context, input)),
  payouts: routes.payouts.handler(({ context, input }) => payoutsOf(context, input.id)),
});
