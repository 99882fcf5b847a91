import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { tellFacts } from '../../../../server/sites/tell-facts.ts';
import { siteRefundRequestsContract } from '../contract.ts';
import { bookRefundRequests } from './site-refund-requests.ts';

const routes = implementSiteRoutes(siteRefundRequestsContract);

export const siteRefundRequestsRoutes = routes.router({
  refundRequests: routes.refundRequests.handler(({ context, input }) =>
    tellFacts(context, input, { kind: 'refund_request', book: bookRefundRequests }),
  ),
});
