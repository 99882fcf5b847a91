import { implementRoutes } from '../../../../server/http/routing.ts';
import { pollExport } from '../../../exports/server/exports.ts';
import { askRefund } from '../../requests/server/ask-refund.ts';
import { refundsContract } from '../contract.ts';
import { reverseBookedTwice } from './booked-twice.ts';
import { refundsOf } from './refund-entries.ts';
import { markReturned } from './refunds-by-hand.ts';
import { unbookedEventsCsv } from './unbooked-csv.ts';
import { pageOfUnbooked, resolveUnbooked } from './unbooked-events.ts';

const routes = implementRoutes(refundsContract);

export const refundsRoutes = routes.router({
  unbookedEventsCsv: routes.unbookedEventsCsv.handler(({ context, input }) =>
    pollExport(context, unbookedEventsCsv, input),
  ),
  refundCharge: routes.refundCharge.handler(({ context, input }) => askRefund(context, input)),
  unbookedEvents: routes.unbookedEvents.handler(({ context, input }) => pageOfUnbooked(context, input)),
  resolveUnbookedEvent: routes.resolveUnbookedEvent.handler(async ({ context, input }) => ({
    event: await resolveUnbooked(context, input),
  })),
  reverseBookedTwice: routes.reverseBookedTwice.handler(async ({ context, input }) => ({
    event: await reverseBookedTwice(context, input),
  })),
  refundReturned: routes.refundReturned.handler(async ({ context, input }) => ({
    refund: await markReturned(context, input),
  })),
  chargeRefunds: routes.chargeRefunds.handler(({ context, input }) => refundsOf(context, input.id)),
});
