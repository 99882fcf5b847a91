/** A process that asks for a refund, approves one, sends what is due, or books a webhook, and dies at a given statement. */
import type { Stripe } from 'stripe';
import { sendDueRefunds } from '../../features/transactions/refunds/server/send-refunds.job.ts';
import { bookStripeEvent } from '../../features/transactions/refunds/server/stripe-events.ts';
import { askRefund } from '../../features/transactions/requests/server/ask-refund.ts';
import { approveRefundRequest } from '../../features/transactions/requests/server/refund-requests-decided.ts';
import { openDatabase } from '../../server/db/client.ts';
import { platformOn, system } from '../system.ts';
import { dieAt } from './dying.ts';

const [global = '', scoped = '', what = '', told = '', statement, moment = ''] = process.argv.slice(2);
const database = openDatabase({ global, scoped, site: scoped }, 2);
const platform = platformOn(database);
const { id, admin_id, event } = JSON.parse(told) as { id: number; admin_id: number; event: Stripe.Event };
const context = { ...system(database.everything, { admin_id }), platform };
const wish = { id, amount: 10, cancel_registration: true, reason: '' };

const works: Record<string, () => Promise<unknown>> = {
  ask: () => askRefund(context, wish),
  approve: () => approveRefundRequest(context, id),
  send: () => sendDueRefunds(platform),
  webhook: () => bookStripeEvent(platform, event),
};
const sent = dieAt(Number(statement), moment);
await works[what]?.();
await database.close();
process.stdout.write(`${sent()} statements\n`);
