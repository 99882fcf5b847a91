import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { siteEarningsContract } from '../contract.ts';
import { earningsOf, earningsOfMonth, payoutsOf } from './site-earnings.ts';
import { statementFile } from './statement-files.ts';

const routes = implementSiteRoutes(siteEarningsContract);

export const siteEarningsRoutes = routes.router({
  earnings: routes.earnings.handler(({ context, input }) => earningsOf(context, input.id)),
  earningsOfMonth: routes.earningsOfMonth.handler(({ context, input }) => earningsOfMonth(context, input)),
  payouts: routes.payouts.handler(({ context, input }) => payoutsOf(context, input.id)),
  statement: routes.statement.handler(({ context, input }) => statementFile(context, input)),
});
