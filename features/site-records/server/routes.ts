import { implementSiteRoutes } from '../../../server/sites/site-routing.ts';
import { siteRecordsContract } from '../contract.ts';
import { chargesOf, enrolmentsOf } from './site-records.ts';
import { coinsOf, purchasesOf, refundRequestsOf, ticketsOf } from './store-records.ts';

const routes = implementSiteRoutes(siteRecordsContract);

export const siteRecordsRoutes = routes.router({
  enrolments: routes.enrolments.handler(({ context, input }) => enrolmentsOf(context, input)),
  charges: routes.charges.handler(({ context, input }) => chargesOf(context, input)),
  coins: routes.coins.handler(({ context, input }) => coinsOf(context, input)),
  tickets: routes.tickets.handler(({ context, input }) => ticketsOf(context, input)),
  purchases: routes.purchases.handler(({ context, input }) => purchasesOf(context, input)),
  refundRequests: routes.refundRequests.handler(({ context, input }) => refundRequestsOf(context, input)),
});
