import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { Context } from '../../../server/context.ts';
import { askProvider, askStripe, stripeDecimalsOf } from '../../coupons/server/provider.ts';
import type { KnownIds } from '../program-schemas.ts';
import type { SubscriptionId } from '../rules.ts';

/** Null where it knows none. Refuses as `askStripe`, under the same conditions. */
export async function askAbout<Name extends SubscriptionId>(
  context: Context,
  name: Name,
  id: string,
): Promise<KnownIds[Name]> {
  return ASKED[name](context, id) as Promise<KnownIds[Name]>;
}

const ASKED: { [Name in SubscriptionId]: (context: Context, id: string) => Promise<KnownIds[Name]> } = {
  product_id: (context, id) =>
    askStripe(context, async (stripe: Stripe) => productFrom(await stripe.products.retrieve(id), id)),
  price_id: (context, id) =>
    askStripe(context, async (stripe: Stripe) => priceFrom(await stripe.prices.retrieve(id), id)),
  coupon: askProvider,
};

const product = z.object({
  id: z.string(),
  object: z.literal('product'),
  name: z.string(),
  active: z.boolean(),
});

const price = z.object({
  id: z.string(),
  object: z.literal('price'),
  active: z.boolean(),
  currency: z.string().regex(/^[a-z]{3}$/),
  unit_amount: z.int().nullish(),
  unit_amount_decimal: z.coerce.number().nullish(),
  recurring: z
    .object({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: z.int().positive() })
    .nullish(),
  product: z.union([z.string(), z.object({ id: z.string() })]),
});

/** Throws at an answer that is no product, or another one. */
function productFrom(said: unknown, asked: string): KnownIds['product_id'] {
  const { id, name, active } = product.parse(said);
  if (id !== asked) throw new Error('another product');
  return { name, active };
}

/** Throws at an answer that is no price, or another one. */
function priceFrom(said: unknown, asked: string): KnownIds['price_id'] {
  const { id, active, recurring, product: of, ...amounts } = price.parse(said);
  if (id !== asked) throw new Error('another price');
  const currency = amounts.currency.toUpperCase();
  const minor = amounts.unit_amount ?? amounts.unit_amount_decimal ?? null;
  return {
    amount: minor === null ? null : minor / 10 ** stripeDecimalsOf(currency),
    currency,
    interval: recurring?.interval ?? null,
    interval_count: recurring?.interval_count ?? 1,
    active,
    product_id: typeof of === 'string' ? of : of.id,
  };
}
