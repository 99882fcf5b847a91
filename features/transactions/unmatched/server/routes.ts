import { implementRoutes } from '../../../../server/http/routing.ts';
import { unmatchedPaymentsContract } from '../contract.ts';
import { dismissPayment, matchPayment, pageOfUnmatched } from './unmatched-payments.ts';

const routes = implementRoutes(unmatchedPaymentsContract);

export const unmatchedPaymentsRoutes = routes.router({
  unmatchedPayments: routes.unmatchedPayments.handler(({ context, input }) =>
    pageOfUnmatched(context, input),
  ),
  matchPayment: routes.matchPayment.handler(async ({ context, input }) => ({
    payment: await matchPayment(context, input),
  })),
  dismissPayment: routes.dismissPayment.handler(async ({ context, input }) => ({
    payment: await dismissPayment(context, input),
  })),
});
