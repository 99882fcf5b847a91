import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { paymentOfSitesContract } from '../contract.ts';
import { readOwnPayment, saveOwnPayment } from './own-payment.ts';

const routes = implementSiteRoutes(paymentOfSitesContract);

export const paymentOfSitesRoutes = routes.router({
  paymentSettings: routes.paymentSettings.handler(({ context, input }) => readOwnPayment(context, input.id)),
  savePaymentSettings: routes.savePaymentSettings.handler(({ context, input }) =>
    saveOwnPayment(context, input),
  ),
});
