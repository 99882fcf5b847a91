import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { tellFacts } from '../../../../server/sites/tell-facts.ts';
import { siteTokensContract } from '../contract.ts';
import { bookRedemptions } from './site-redemptions.ts';

const routes = implementSiteRoutes(siteTokensContract);

export const siteTokensRoutes = routes.router({
  redeemToken: routes.redeemToken.handler(({ context, input }) =>
    tellFacts(context, input, { kind: 'token', book: bookRedemptions }),
  ),
});
