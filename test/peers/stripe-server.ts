/** A server on loopback that speaks as Stripe's endpoints of coupons, products and prices do, and of some of them as a broken one. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

export const STRIPE_KEY = 'sk_test_ofTheTests';

export type Fault = 'unauthorized' | 'broken' | 'garbage' | 'another' | 'silent' | 'dripping' | 'redirect';
type StripeCoupon = {
  percent_off?: number;
  amount_off?: number;
  currency?: string;
  valid?: boolean;
  redeem_by?: number;
};

type StripeProduct = { name?: string; active?: boolean };
type StripePrice = {
  product: string;
  unit_amount?: number | null;
  unit_amount_decimal?: string | null;
  currency?: string;
  active?: boolean;
  recurring?: { interval: string; interval_count: number } | null;
};

export type StripeServer = {
  url: string;
  coupons: Map<string, StripeCoupon | Fault>;
  products: Map<string, StripeProduct | Fault>;
  prices: Map<string, StripePrice | Fault>;
  /** Called before each answer, to let something happen meanwhile. */
  meanwhile: (() => Promise<unknown>) | null;
  asked: { path: string; authorization: string | undefined }[];
};

/** Listens before the tests of a file and stops after them. */
export function useStripe(): StripeServer {
  const stripe: StripeServer = {
    url: '',
    coupons: new Map(),
    products: new Map(),
    prices: new Map(),
    meanwhile: null,
    asked: [],
  };
  const server = createServer((request, response) => {
    const { url: path = '', headers } = request;
    stripe.asked.push({ path, authorization: headers.authorization });
    void (stripe.meanwhile?.() ?? Promise.resolve()).then(() =>
      answer(stripe, path, headers.authorization, response),
    );
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stripe.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return stripe;
}

function answer(
  stripe: StripeServer,
  path: string,
  authorization: string | undefined,
  response: ServerResponse,
) {
  const send = (status: number, body: object) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' })
      .end(JSON.stringify(body));
  if (authorization !== `Bearer ${STRIPE_KEY}`) return FAULTS.unauthorized(response);
  const [, kind = '', asked = ''] = /^\/v1\/(coupons|products|prices)\/([^/?]+)$/.exec(path) ?? [];
  if (!isKind(kind)) return send(404, { error: { type: 'invalid_request_error', message: path } });
  const id = decodeURIComponent(asked);
  const known = stripe[kind].get(id);
  if (typeof known === 'string') return FAULTS[known](response);
  if (!known) {
    const error = {
      code: 'resource_missing',
      message: `No such ${kind}: '${id}'`,
      param: kind.slice(0, -1),
      type: 'invalid_request_error',
    };
    return send(404, { error });
  }
  return send(200, { id, created: 1_700_000_000, livemode: false, metadata: {}, ...BLANK[kind], ...known });
}

type Kind = 'coupons' | 'products' | 'prices';

function isKind(kind: string): kind is Kind {
  return kind in BLANK;
}

const BLANK: Record<Kind, object> = {
  coupons: {
    object: 'coupon',
    duration: 'once',
    percent_off: null,
    amount_off: null,
    currency: null,
    redeem_by: null,
    valid: true,
  },
  products: { object: 'product', name: 'A membership', active: true },
  prices: {
    object: 'price',
    active: true,
    currency: 'usd',
    unit_amount: 1200,
    recurring: { interval: 'month', interval_count: 1 },
  },
};

const COUPON = { object: 'coupon', percent_off: 10, valid: true, redeem_by: null };
const json = (status: number, body: object) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const FAULTS: Record<Fault, (response: ServerResponse) => unknown> = {
  unauthorized: json(401, {
    error: { type: 'invalid_request_error', message: `Invalid API Key provided: ${STRIPE_KEY}` },
  }),
  broken: json(500, { error: { type: 'api_error', message: 'boom' } }),
  garbage: (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>A proxy greets you'),
  another: json(200, { id: 'not what was asked', ...COUPON }),
  silent: () => undefined,
  // A byte a second, so that only the whole takes too long.
  dripping(response) {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drops = setInterval(() => response.write(' '), 1000);
    response.on('close', () => clearInterval(drops));
  },
  redirect: (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
};
