import { labelsOf } from '../../../core/nouns/field-set.ts';
import type { FieldWords } from '../../../web/ui/form/field-words.ts';
import { discountOf } from '../../coupons/rules.ts';
import { type KnownIds, SAVED_PROGRAM_FIELDS } from '../program-schemas.ts';
import { PROGRAM_TEXT_LABELS, priceInWords, type SubscriptionId, type SubscriptionType } from '../rules.ts';

export const PROGRAM_LABELS = {
  ...labelsOf(SAVED_PROGRAM_FIELDS),
  ...PROGRAM_TEXT_LABELS,
  populate_discount: 'Populate discount',
} as const;

export const programWords: FieldWords = (field) => ({
  label: PROGRAM_LABELS[field as keyof typeof PROGRAM_LABELS],
});

export const SUBSCRIPTION_LABELS: Record<SubscriptionType, string> = {
  month: 'Monthly',
  year: 'Yearly',
  cancellation: 'Cancellation offer',
};

export const SUBSCRIPTION_FIELDS = {
  product_id: 'Product ID',
  price_id: 'Price ID',
  coupon: 'Coupon',
} as const;

/** Describes Stripe's answer for an id: product name, price or discount; null for an unknown id. */
export function knownInWords(name: SubscriptionId, known: KnownIds): string | null {
  if (name === 'product_id') return known.product_id && known.product_id.name;
  if (name === 'price_id') return known.price_id && priceInWords(known.price_id);
  return known.coupon && discountOf(known.coupon);
}
