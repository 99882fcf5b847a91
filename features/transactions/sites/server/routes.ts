import { tellFacts } from '../../../../server/sites/facts.ts';
import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { siteChargesContract } from '../contract.ts';
import { bookCharges } from './site-charges.ts';

const routes = implementSiteRoutes(siteChargesContract);

export const siteChargesRoutes = routes.router({
  charges: routes.charges.handler(({ context, input }) =>
    tellFacts(context, input, { kind: 'charge', book: bookCharges }),
  ),
});
