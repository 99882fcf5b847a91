/** A server on loopback that speaks Stripe's few calls of a checkout, and tells an office what was paid, signed. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { afterAll, beforeAll } from 'vitest';

export const CHECKOUT_KEY = 'sk_test_ofTheCheckout';

type Session = {
  id: string;
  object: 'checkout.session';
  url: string;
  success_url: string;
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  metadata: Record<string, string>;
  intent_metadata: Record<string, string>;
  customer_details: { name: string | null; email: string };
};

export type PaidEvent = 'checkout.session.completed' | 'payment_intent.succeeded';

export type CheckoutStripe = {
  url: string;
  /** Sessions by their id, each once by its idempotency key. */
  sessions: ReadonlyMap<string, Session>;
  /** Pays what stands at this address, and answers where the browser is sent back to. */
  pay(address: string): { session: Session; back: string };
  /** Tells the office of a payment by one of its events, signed with this secret; answers the status. */
  tell(office: string, session: Session, type: PaidEvent, secret: string): Promise<number>;
};

/** Listens before the tests of a file and stops after them. */
export function useCheckoutStripe(): CheckoutStripe {
  const sessions = new Map<string, Session>();
  const byKey = new Map<string, Session>();
  const server = createServer((request, response) => void answer(request, response));
  const stripe: CheckoutStripe = {
    url: '',
    sessions,
    pay(address) {
      const session = sessions.get(new URL(address).pathname.split('/').at(-1) ?? '');
      if (!session) throw new Error(`nothing is paid at ${address}`);
      session.payment_status = 'paid';
      session.payment_intent ??= `pi_${session.id.slice(3)}`;
      return { session, back: session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id) };
    },
    async tell(office, session, type, secret) {
      const payload = JSON.stringify(eventOf(session, type));
      const { status } = await fetch(`${office}/api/webhooks/stripe`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
        },
        body: payload,
      });
      return status;
    },
  };
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stripe.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return stripe;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${CHECKOUT_KEY}`)
      return void send(401, {
        error: { type: 'invalid_request_error', message: 'Invalid API Key provided' },
      });
    const [, id] = /^\/v1\/checkout\/sessions(?:\/(\w+))?$/.exec(request.url ?? '') ?? [];
    if (request.method === 'POST') {
      const form = new URLSearchParams(await text(request));
      return void send(200, sessionOf(form, String(request.headers['idempotency-key'])));
    }
    const session = sessions.get(id ?? '');
    return void (session ? send(200, session) : send(404, { error: { code: 'resource_missing' } }));
  }

  function sessionOf(form: URLSearchParams, key: string): Session {
    const known = byKey.get(key);
    if (known) return known;
    const id = `cs_test_${sessions.size + 1}`;
    const session: Session = {
      id,
      object: 'checkout.session',
      url: `${stripe.url}/pay/${id}`,
      success_url: form.get('success_url') ?? '',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      metadata: valuesIn(form, 'metadata'),
      intent_metadata: valuesIn(form, 'payment_intent_data[metadata]'),
      customer_details: { name: null, email: form.get('customer_email') ?? '' },
    };
    byKey.set(key, session);
    sessions.set(id, session);
    return session;
  }
}

function valuesIn(form: URLSearchParams, prefix: string): Record<string, string> {
  const named = [...form].filter(([name]) => name.startsWith(`${prefix}[`));
  return Object.fromEntries(named.map(([name, value]) => [name.slice(prefix.length + 1, -1), value]));
}

/** An event as Stripe sends it; each time it is another one. */
function eventOf({ intent_metadata, ...session }: Session, type: PaidEvent): object {
  const intent = {
    id: session.payment_intent,
    object: 'payment_intent',
    amount_received: session.amount_total,
    currency: session.currency,
    metadata: intent_metadata,
  };
  return {
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1000),
    data: { object: type === 'payment_intent.succeeded' ? intent : session },
  };
}
