import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { tellFacts } from '../../../../server/sites/tell-facts.ts';
import { siteChargesContract } from '../contract.ts';
import { tellCharges } from './waiting-sales.ts';

const routes = implementSiteRoutes(siteChargesContract);

export const siteChargesRoutes = routes.router({
  charges: routes.charges.handler(({ context, input }) =>
    tellFacts(context, input, { kind: 'charge', book: tellCharges }),
  ),
});
