import { implementRoutes } from '../../../../server/http/routing.ts';
import { pollExport } from '../../../exports/server/exports.ts';
import { unmatchedPaymentsContract } from '../contract.ts';
import { searchSold } from './sold-search.ts';
import { unmatchedPaymentsCsv } from './unmatched-csv.ts';
import {
  dismissPayment,
  dismissPayments,
  matchPayment,
  pageOfUnmatched,
  readPayment,
} from './unmatched-payments.ts';

const routes = implementRoutes(unmatchedPaymentsContract);

export const unmatchedPaymentsRoutes = routes.router({
  unmatchedPaymentsCsv: routes.unmatchedPaymentsCsv.handler(({ context, input }) =>
    pollExport(context, unmatchedPaymentsCsv, input),
  ),
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
  dismissPayments: routes.dismissPayments.handler(async ({ context, input }) => ({
    payments: await dismissPayments(context, input),
  })),
});
