/** Stripe Checkout by plain calls: where somebody pays, and what they have paid. */
import type { ItemOf } from '@provost/site';
import { type StripeSettings, type Visit, within } from '../visits/visit.ts';

export type Sale = ItemOf<'POST charges'>;

export const STRIPE = 'https://api.stripe.com';

const STRIPE_TIMEOUT_MS = 15_000;

type Session = {
  url: string;
  payment_status: string;
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  metadata: Record<string, string>;
};

/** Returns the address at which the person pays. Called again for the same form it is the same one. */
export async function stripeCheckout(
  visit: Visit,
  { sale, name, email }: { sale: Sale; name: string; email: string },
  stripe: StripeSettings,
): Promise<string> {
  const here = (path: string) => visit.url.origin + within(visit, path);
  const metadata = {
    provost_program: visit.program.program_tag,
    provost_class: String(sale.class_id),
    provost_user: String(sale.user_id),
    ...(sale.code && { provost_code: sale.code }),
  };
  // The payment bears what the office books it by; the session what the site tells of it itself.
  const ours = { ...metadata, reference: sale.reference, type: sale.type };
  const off = sale.discount?.amount;
  const body = new URLSearchParams({
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': sale.currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(sale.amount),
    'line_items[0][price_data][product_data][name]': name,
    customer_email: email,
    success_url: `${here('/checkout/paid')}?session={CHECKOUT_SESSION_ID}`,
    cancel_url: here(`/checkout?class=${sale.class_id}`),
    ...named('payment_intent_data[metadata]', metadata),
    ...named('metadata', { ...ours, ...(off && { discount: String(off) }) }),
  });
  const session = await ask(stripe, '/v1/checkout/sessions', { body, reference: sale.reference });
  if (!session) throw new Error('Stripe has no checkout');
  return session.url;
}

/** Returns the sale that a session of the checkout was paid for; null where it is unknown or was not paid. */
export async function paidSale(stripe: StripeSettings, session: string): Promise<Sale | null> {
  if (!/^cs_\w{1,200}$/.test(session)) return null;
  const known = await ask(stripe, `/v1/checkout/sessions/${session}`);
  if (!known) return null;
  const { payment_status, payment_intent, amount_total, currency, metadata } = known;
  const { reference, type, provost_class, provost_user, provost_code, discount } = metadata;
  if (payment_status !== 'paid' || !payment_intent || !reference) return null;
  return {
    reference,
    type: type === 'bundle' ? 'bundle' : 'class',
    class_id: Number(provost_class),
    user_id: Number(provost_user),
    amount: amount_total,
    currency: currency.toUpperCase() as Sale['currency'],
    code: provost_code,
    discount: discount ? { amount: Number(discount) } : undefined,
    provider: 'stripe',
    provider_ref: payment_intent,
  };
}

/** Asks Stripe; with a body it makes something, once by its reference. Null: it is not there. */
async function ask(
  { key, address }: StripeSettings,
  path: string,
  made?: { body: URLSearchParams; reference: string },
): Promise<Session | null> {
  const response = await fetch(address + path, {
    method: made ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(made && { 'idempotency-key': made.reference }) },
    ...(made && { body: made.body }),
    signal: AbortSignal.timeout(STRIPE_TIMEOUT_MS),
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`Stripe answered ${response.status}`);
  return (await response.json()) as Session;
}

function named(prefix: string, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}[${name}]`, value]));
}
