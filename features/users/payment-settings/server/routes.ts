import { implementRoutes } from '../../../../server/http/routing.ts';
import { confirmPassword } from '../../../auth/server/confirm-password.ts';
import { paymentContract } from '../contract.ts';
import { approvePayment, readPaymentApproval } from './payment-approval.ts';
import { savePayment } from './payment-saves.ts';
import { readPayment, showSecret } from './payment-settings.ts';

const routes = implementRoutes(paymentContract);

export const paymentRoutes = routes.router({
  paymentSettings: routes.paymentSettings.handler(({ context, input }) => readPayment(context, input.id)),
  paymentApproval: routes.paymentApproval.handler(({ context, input }) =>
    readPaymentApproval(context, input.id),
  ),
  approvePayment: routes.approvePayment.handler(({ context, input }) => approvePayment(context, input)),
  showPaymentSecret: routes.showPaymentSecret.handler(({ context, input }) => showSecret(context, input)),
  savePaymentSettings: routes.savePaymentSettings.handler(async ({ context, input }) => {
    const { password, ...change } = input;
    await confirmPassword(context, password);
    return savePayment(context, change);
  }),
});
