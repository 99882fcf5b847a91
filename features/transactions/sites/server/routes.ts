import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { tellFacts } from '../../../../server/sites/tell-facts.ts';
import { siteChargesContract } from '../contract.ts';
import { learnInvoices } from './learn-invoices.ts';
import { tellCharges } from './waiting-sales.ts';

const routes = implementSiteRoutes(siteChargesContract);

export const siteChargesRoutes = routes.router({
  charges: routes.charges.handler(async ({ context, input }) => {
    // Outside of the transaction, which waits for nobody.
    await learnInvoices(context, input);
    return tellFacts(context, input, { kind: 'charge', book: tellCharges });
  }),
});
