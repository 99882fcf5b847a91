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
  /** The invoice that was paid, by which a site may have told the sale. */
  invoice?: string | null;
  /** Minor units. */
  amount: number;
  currency: string;
  payer: string;
  /** ISO 8601. */
  paid_at: string;
  names: Names;
};

/** A payment of an event; `isUnread` where the key may not read all that belongs to it, so that it is what the event itself says. */
export type ReadPayment = { payment: Payment; isUnread: boolean };

/** Returns the payment of an event; null for events of something else and for what has not been paid. */
export async function paymentOf(platform: Platform, event: Stripe.Event): Promise<ReadPayment | null> {
  const read = READERS[event.type]?.(event.data.object);
  if (!read) return null;
  const { carriers, invoice, metadata, amount, currency, payer } = read;
  // A session and an invoice may not say which payment intent it was, of which Stripe tells as well.
  const asking = askingFor();
  const payment_intent =
    read.provider_ref === invoice ? await asking.ask(() => intentOf(platform, invoice)) : null;
  const provider_ref = payment_intent ?? read.provider_ref;
  const names =
    namesIn(metadata) ??
    (await namesElsewhere(platform, asking, { ...carriers, ...(payment_intent && { payment_intent }) })) ??
    {};
  const paid_at = new Date(CREATED.parse(event.created) * 1000).toISOString();
  const payment = { provider_ref, invoice, amount, currency: currency.toUpperCase(), payer, paid_at, names };
  return { payment, isUnread: asking.isRefused() };
}

/** Asks Stripe what no repetition would change: null for what the key may not read, which is remembered, and for what is not there. */
function askingFor() {
  let refused = false;
  return {
    isRefused: () => refused,
    async ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null> {
      try {
        return await question();
      } catch (error) {
        const { type } = error as { type?: unknown };
        if (type !== 'StripePermissionError' && type !== 'StripeInvalidRequestError') throw error;
        if (type === 'StripePermissionError') refused = true;
        return null;
      }
    },
  };
}

type Read = {
  provider_ref: string;
  invoice: string | null;
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
    if (session.payment_status !== 'paid') return null;
    const provider_ref = session.payment_intent ?? session.invoice ?? session.id;
    const { name: payer = '', email = '' } = session.customer_details ?? {};
    const { currency, metadata, payment_intent, subscription, invoice, amount_total: amount } = session;
    const carriers = { payment_intent, subscription };
    return { provider_ref, invoice, amount, currency, payer: payer || email, metadata, carriers };
  },
  'payment_intent.succeeded': (object) => {
    const intent = INTENT.parse(object);
    const { id, invoice, amount_received: amount, currency, metadata, receipt_email: payer } = intent;
    return { provider_ref: id, invoice, amount, currency, payer, metadata, carriers: {} };
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
      invoice: invoice.id,
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

/** Asks Stripe which payment intent has paid an invoice; null where none has, as where a balance paid it. */
export async function intentOf(
  { config }: Pick<Platform, 'config'>,
  invoice: string,
  timeout?: number,
): Promise<string | null> {
  if (!config.stripeSecretKey) return null;
  const stripe = await openStripe(config);
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid' }, { timeout });
  const [intent] = data.flatMap(({ payment }) => payment.payment_intent ?? []);
  return typeof intent === 'object' ? intent.id : (intent ?? null);
}

/** Asks Stripe for the payment and the subscription behind an object that names nothing itself. */
async function namesElsewhere(
  { config }: Platform,
  asking: ReturnType<typeof askingFor>,
  { payment_intent, subscription }: Read['carriers'],
): Promise<Names | null> {
  if (!config.stripeSecretKey || !(payment_intent ?? subscription)) return null;
  const stripe = await openStripe(config);
  const intent = payment_intent && (await asking.ask(() => stripe.paymentIntents.retrieve(payment_intent)));
  const ofIntent = intent ? namesIn(intent.metadata) : null;
  if (ofIntent || !subscription) return ofIntent;
  const found = await asking.ask(() => stripe.subscriptions.retrieve(subscription));
  return found && namesIn(found.metadata);
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
