import { implementSiteRoutes } from '../../../server/sites/site-routing.ts';
import { siteRecordsContract } from '../contract.ts';
import { chargesOf, enrolmentsOf } from './site-records.ts';

const routes = implementSiteRoutes(siteRecordsContract);

export const siteRecordsRoutes = routes.router({
  enrolments: routes.enrolments.handler(({ context, input }) => enrolmentsOf(context, input)),
  charges: routes.charges.handler(({ context, input }) => chargesOf(context, input)),
});
