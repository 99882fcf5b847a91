/** What a program consists of, alike in browser and server. Specification: Site programs. */

/** The texts of a program's page, in the order in which it shows them. */
export const PROGRAM_TEXTS = [
  'heading_text',
  'subheading_1_text',
  'subheading_2_text',
  'row_1_text',
  'row_2_text',
  'row_3_text',
  'row_4_text',
  'button_text',
] as const;
export type ProgramText = (typeof PROGRAM_TEXTS)[number];

export const SUBSCRIPTION_TYPES = ['month', 'year', 'cancellation'] as const;
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

/** In characters: the longest name of a program and of a tag, and the longest id that a payment provider gives. */
export const MAX_NAME = 200;
export const MAX_PROVIDER_ID = 255;

/** What a subscription is to the payment provider, under the names of its fields. */
export const SUBSCRIPTION_IDS = ['product_id', 'price_id', 'coupon'] as const;
export type SubscriptionId = (typeof SUBSCRIPTION_IDS)[number];

/** What is said where the payment provider has nothing of an id. */
export const NOT_KNOWN: Record<SubscriptionId, string> = {
  product_id: 'Stripe knows no product of this ID',
  price_id: 'Stripe knows no price of this ID',
  coupon: 'Stripe knows no coupon of this ID',
};

type KnownPrice = {
  amount: number | null;
  currency: string;
  interval: 'day' | 'week' | 'month' | 'year' | null;
  interval_count: number;
};

/** `USD 12.00 a month`, `EUR 30.00 every 3 months`; `by tiers` where no single amount is said. */
export function priceInWords({ amount, currency, interval, interval_count }: KnownPrice): string {
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' });
  const figure = amount === null ? `${currency} by tiers` : money.format(amount).replace('\u00a0', ' ');
  if (interval === null) return `${figure} once`;
  return interval_count === 1 ? `${figure} a ${interval}` : `${figure} every ${interval_count} ${interval}s`;
}
