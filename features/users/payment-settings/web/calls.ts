import { callsOf } from '../../../../web/api.ts';
import { paymentContract } from '../contract.ts';

export const { calls: paymentCalls, reload: reloadPayment } = callsOf('payment', paymentContract);
