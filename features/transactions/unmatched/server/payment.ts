/** Payments as Stripe tells them. Specification: Sites, unmatched payments. */
import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { Platform } from '../../../../server/platform.ts';
import { openStripe } from '../../../../server/stripe.ts';

/** Names in metadata of what was sold, as they were written. */
export type Names = {
  program?: string;
  class?: string;
  event?: string;
  membership?: string;
  user?: string;
  code?: string;
  quantity?: string;
};

export type Payment = {
  provider_ref: string;
  /** Minor units. */
  amount: number;
  currency: string;
  payer: string;
  /** ISO 8601. */
  paid_at: string;
  names: Names;
};

/** Returns the payment of an event; null for events of something else and for what has not been paid. */
export async function paymentOf(platform: Platform, event: Stripe.Event): Promise<Payment | null> {
  const read = READERS[event.type]?.(event.data.object);
  if (!read) return null;
  const { carriers, ...payment } = read;
  const names = namesIn(payment.metadata) ?? (await namesElsewhere(platform, carriers)) ?? {};
  const { provider_ref, amount, currency, payer } = payment;
  const paid_at = new Date(CREATED.parse(event.created) * 1000).toISOString();
  return { provider_ref, amount, currency: currency.toUpperCase(), payer, paid_at, names };
}

type Read = {
  provider_ref: string;
  amount: number;
  currency: string;
  payer: string;
  metadata: unknown;
  /** Objects at Stripe whose metadata may name what the event's own does not. */
  carriers: { payment_intent?: string | null; subscription?: string | null };
};

const CREATED = z.int().min(946_684_800).max(7_000_000_000);
const name = z
  .union([z.string().max(255), z.looseObject({ id: z.string().max(255) })])
  .nullish()
  .transform((value) => (typeof value === 'object' ? (value?.id ?? null) : (value ?? null)));
const text = z
  .string()
  .nullish()
  .transform((value) => (value ?? '').replaceAll('\0', '').slice(0, 255).toWellFormed());
const money = { currency: z.string().regex(/^[A-Za-z]{3}$/), metadata: z.unknown() };
const minor = z.int().min(0).max(900_000_000_000);

const SESSION = z.looseObject({
  ...money,
  id: z.string().min(1).max(255),
  payment_status: z.string(),
  amount_total: minor,
  payment_intent: name,
  subscription: name,
  invoice: name,
  customer_details: z.looseObject({ name: text, email: text }).nullish(),
});
const INTENT = z.looseObject({
  ...money,
  id: z.string().min(1).max(255),
  amount_received: minor,
  invoice: name,
  receipt_email: text,
});
const INVOICE = z.looseObject({
  ...money,
  id: z.string().min(1).max(255),
  amount_paid: minor,
  payment_intent: name,
  subscription: name,
  customer_name: text,
  customer_email: text,
  subscription_details: z.looseObject({ metadata: z.unknown() }).nullish(),
  parent: z
    .looseObject({
      subscription_details: z.looseObject({ metadata: z.unknown(), subscription: name }).nullish(),
    })
    .nullish(),
});

/** Readers by the type of the event; each refuses an object that lacks what it reads. */
const READERS: Record<string, (object: unknown) => Read | null> = {
  'checkout.session.completed': (object) => {
    const session = SESSION.parse(object);
    // One that subscribes is told by its invoice as well, under the invoice's payment.
    if (session.payment_status !== 'paid') return null;
    const provider_ref = session.payment_intent ?? session.invoice ?? session.id;
    const { name: payer = '', email = '' } = session.customer_details ?? {};
    const { currency, metadata, payment_intent, subscription, amount_total: amount } = session;
    const carriers = { payment_intent, subscription };
    return { provider_ref, amount, currency, payer: payer || email, metadata, carriers };
  },
  'payment_intent.succeeded': (object) => {
    const { id, amount_received: amount, currency, metadata, receipt_email: payer } = INTENT.parse(object);
    return { provider_ref: id, amount, currency, payer, metadata, carriers: {} };
  },
  'invoice.paid': (object) => {
    const invoice = INVOICE.parse(object);
    // An invoice of nothing moves no money.
    if (invoice.amount_paid === 0) return null;
    const { currency, amount_paid: amount, payment_intent } = invoice;
    const details = invoice.parent?.subscription_details ?? invoice.subscription_details;
    const metadata = namesIn(invoice.metadata) ? invoice.metadata : details?.metadata;
    return {
      provider_ref: payment_intent ?? invoice.id,
      amount,
      currency,
      payer: invoice.customer_name || invoice.customer_email,
      metadata,
      carriers: {
        payment_intent,
        subscription: invoice.subscription ?? invoice.parent?.subscription_details?.subscription ?? null,
      },
    };
  },
};

/** Asks Stripe for the payment and the subscription behind an object that names nothing itself. */
async function namesElsewhere(
  { config }: Platform,
  { payment_intent, subscription }: Read['carriers'],
): Promise<Names | null> {
  if (!config.stripeSecretKey || !(payment_intent ?? subscription)) return null;
  const stripe = await openStripe(config);
  const ofIntent = payment_intent
    ? namesIn((await stripe.paymentIntents.retrieve(payment_intent)).metadata)
    : null;
  if (ofIntent || !subscription) return ofIntent;
  return namesIn((await stripe.subscriptions.retrieve(subscription)).metadata);
}

const NAMES = ['program', 'class', 'event', 'membership', 'user', 'code', 'quantity'] as const;

/** Returns what metadata names; null where it names nothing of ours. */
function namesIn(metadata: unknown): Names | null {
  if (typeof metadata !== 'object' || metadata === null) return null;
  const named = NAMES.flatMap((key) => {
    const value = (metadata as Record<string, unknown>)[`provost_${key}`];
    return typeof value === 'string' && value.trim() !== '' ? [[key, text.parse(value.trim())] as const] : [];
  });
  return named.length > 0 ? Object.fromEntries(named) : null;
}
