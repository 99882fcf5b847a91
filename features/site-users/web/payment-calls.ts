import { callsOf } from '../../../web/api.ts';
import { paymentContract } from '../payment-contract.ts';

export const { calls: paymentCalls, reload: reloadPayment } = callsOf('payment', paymentContract);
