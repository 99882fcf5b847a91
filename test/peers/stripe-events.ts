/** Events of Stripe as it sends them to the webhook, signed. */
import Stripe from 'stripe';
import type { TestApp } from '../harness.ts';

/** The secret that an app has to be given: `useTestApp({ stripeWebhookSecret: STRIPE_SECRET })`. */
export const STRIPE_SECRET = 'whsec_ofTheTests';

let events = 0;

/** Makes an event of an hour ago. */
export function stripeEvent(
  type: string,
  object: object,
  { id = `evt_${process.pid}_${++events}`, created = Math.floor(Date.now() / 1000) - 3600 } = {},
): Stripe.Event {
  return JSON.parse(JSON.stringify({ id, object: 'event', type, created, data: { object } })) as Stripe.Event;
}

export async function sendStripeEvent(app: TestApp, event: Stripe.Event): Promise<{ statusCode: number }> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: STRIPE_SECRET });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return app.http.inject({ method: 'POST', url: '/api/webhooks/stripe', payload, headers });
}
