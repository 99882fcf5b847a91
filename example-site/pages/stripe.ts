/** Stripe Checkout by a plain call: the office books what Stripe tells it was paid. */
import type { SiteClass } from '../parts/cards.tsx';
import { type User, type Visit, within } from '../visits/visit.ts';

const SESSIONS = 'https://api.stripe.com/v1/checkout/sessions';
const STRIPE_TIMEOUT_MS = 15_000;

/** Returns the address at which the person pays. Called again for the same form it is the same one. */
export async function stripeCheckout(
  visit: Visit,
  user: User,
  { of, code, total }: { of: SiteClass; code: string; total: number },
  reference: string,
): Promise<string> {
  const { url, program, stripe_key } = visit;
  const here = (path: string) => url.origin + within(visit, path);
  const metadata = {
    provost_program: program.program_tag,
    provost_class: String(of.id),
    provost_user: String(user.id),
    ...(code && { provost_code: code }),
  };
  const body = new URLSearchParams({
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': of.currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(total),
    'line_items[0][price_data][product_data][name]': of.name,
    customer_email: user.email,
    success_url: here('/checkout/paid'),
    cancel_url: here(`/checkout?class=${of.id}`),
    ...Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [`payment_intent_data[metadata][${name}]`, value]),
    ),
  });
  const response = await fetch(SESSIONS, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripe_key}`, 'idempotency-key': reference },
    body,
    signal: AbortSignal.timeout(STRIPE_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`Stripe answered ${response.status}`);
  const { url: address } = (await response.json()) as { url: string };
  return address;
}
