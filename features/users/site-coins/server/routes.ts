import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { tellFacts } from '../../../../server/sites/tell-facts.ts';
import { siteCoinsContract } from '../contract.ts';
import { bookGrants } from './site-grants.ts';
import { bookTickets } from './site-tickets.ts';

const routes = implementSiteRoutes(siteCoinsContract);

export const siteCoinsRoutes = routes.router({
  coins: routes.coins.handler(({ context, input }) =>
    tellFacts(context, input, { kind: 'coin', book: bookGrants }),
  ),
  tickets: routes.tickets.handler(({ context, input }) =>
    tellFacts(context, input, { kind: 'ticket', book: bookTickets }),
  ),
});
