/** The parts of a program, shared by browser and server. Specification: Site programs. */

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

export const PROGRAM_TEXT_LABELS: Readonly<Record<ProgramText, string>> = {
  heading_text: 'Heading',
  subheading_1_text: 'Subheading 1',
  subheading_2_text: 'Subheading 2',
  row_1_text: 'Row 1',
  row_2_text: 'Row 2',
  row_3_text: 'Row 3',
  row_4_text: 'Row 4',
  button_text: 'Button',
};

export const SUBSCRIPTION_TYPES = ['month', 'year', 'cancellation'] as const;
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

/** Characters: names of programs and tags, and ids of a payment provider. */
export const MAX_NAME = 200;
export const MAX_PROVIDER_ID = 255;

export const SUBSCRIPTION_IDS = ['product_id', 'price_id', 'coupon'] as const;
export type SubscriptionId = (typeof SUBSCRIPTION_IDS)[number];

export const NOT_KNOWN: Record<SubscriptionId, string> = {
  product_id: 'No product with this ID in Stripe',
  price_id: 'No price with this ID in Stripe',
  coupon: 'No coupon with this ID in Stripe',
};

type KnownPrice = {
  amount: number | null;
  currency: string;
  interval: 'day' | 'week' | 'month' | 'year' | null;
  interval_count: number;
};

/** Returns `USD 12.00 a month` or `EUR 30.00 every 3 months`; `by tiers` without a single amount. */
export function priceInWords({ amount, currency, interval, interval_count }: KnownPrice): string {
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' });
  const figure = amount === null ? `${currency} by tiers` : money.format(amount).replace('\u00a0', ' ');
  if (interval === null) return `${figure} once`;
  return interval_count === 1 ? `${figure} a ${interval}` : `${figure} every ${interval_count} ${interval}s`;
}
