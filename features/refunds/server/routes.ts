/** The calls that give back, and say what was given back. */
import { implementRoutes } from '../../../server/routing.ts';
import { refundsContract } from '../contract.ts';
import { askRefund } from './ask-refund.ts';
import { refundsOf } from './refund-entries.ts';

const routes = implementRoutes(refundsContract);

export const refundsRoutes = routes.router({
  refundCharge: routes.refundCharge.handler(({ context, input }) => askRefund(context, input)),
  chargeRefunds: routes.chargeRefunds.handler(({ context, input }) => refundsOf(context, input.id)),
});
