/** The payment provider's client, made only where a key is set. */
import type { Stripe } from 'stripe';
import type { Config } from './config.ts';
import { timeLimit } from './time-limits.ts';

/** Milliseconds for a whole answer, on an ordinary machine. */
const STRIPE_TIMEOUT_MS = 10_000;

/** Some calls of a refund, one after the other, end before its lease. */
const MOST_TIMEOUT_MS = 25_000;

/** Throws without a key. Never retries: the caller decides about a timeout. */
export async function openStripe({
  stripeSecretKey,
  stripeApiBase,
}: Pick<Config, 'stripeSecretKey' | 'stripeApiBase'>): Promise<Stripe> {
  if (!stripeSecretKey) throw new Error('no key of the payment provider is set');
  const { default: Client } = await import('stripe');
  const { protocol, hostname, port } = new URL(stripeApiBase);
  const isPlain = protocol === 'http:';
  return new Client(stripeSecretKey, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    // The other client's patience begins anew with every byte.
    httpClient: Client.createFetchHttpClient(),
    timeout: timeLimit(STRIPE_TIMEOUT_MS, MOST_TIMEOUT_MS),
    maxNetworkRetries: 0,
    telemetry: false,
  });
}
