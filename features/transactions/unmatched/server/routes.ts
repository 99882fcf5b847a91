import { implementRoutes } from '../../../../server/http/routing.ts';
import { unmatchedPaymentsContract } from '../contract.ts';
import { searchSold } from './sold-search.ts';
import { dismissPayment, matchPayment, pageOfUnmatched, readPayment } from './unmatched-payments.ts';

const routes = implementRoutes(unmatchedPaymentsContract);

export const unmatchedPaymentsRoutes = routes.router({
  unmatchedPayments: routes.unmatchedPayments.handler(({ context, input }) =>
    pageOfUnmatched(context, input),
  ),
  unmatchedPayment: routes.unmatchedPayment.handler(async ({ context, input }) => ({
    payment: await readPayment(context, input.id),
  })),
  soldSearch: routes.soldSearch.handler(({ context, input }) => searchSold(context, input)),
  matchPayment: routes.matchPayment.handler(async ({ context, input }) => ({
    payment: await matchPayment(context, input),
  })),
  dismissPayment: routes.dismissPayment.handler(async ({ context, input }) => ({
    payment: await dismissPayment(context, input),
  })),
});
