import type { Stripe } from 'stripe';
import { z } from 'zod';
import { refuse } from '../../../core/errors.ts';
import type { Context } from '../../../server/context.ts';
import { openStripe } from '../../../server/stripe.ts';
import type { KnownCoupon } from '../contract.ts';

/** For whoever is still typing: `known` is null also where there is nobody to ask. 503 as {@link askStripe}. */
export async function lookUpCoupon(context: Context, id: string) {
  const asked = hasProvider(context) && id !== '';
  return { known: asked ? await askProvider(context, id) : null, asked };
}

export function hasProvider({ platform }: Context): boolean {
  return platform.config.stripeSecretKey !== undefined;
}

/** Returns the provider's coupon of this ID; null for an unknown one. Refuses as {@link askStripe}. */
export function askProvider(context: Context, id: string): Promise<KnownCoupon | null> {
  return askStripe(context, async (stripe) => knownFrom(await stripe.coupons.retrieve(id), id));
}

/** Calls the provider; null for an unknown object. 503 where it is silent for ten seconds or refuses us. Requires {@link hasProvider}, and no transaction. */
export async function askStripe<Said>(
  { platform, db }: Context,
  ask: (stripe: Stripe) => Promise<Said>,
): Promise<Said | null> {
  if (db.isTransaction) throw new Error('the payment provider cannot be asked here');
  try {
    return await ask(await openStripe(platform.config));
  } catch (error) {
    const { statusCode, code, type, requestId } = error as Partial<Stripe.errors.StripeError>;
    if (statusCode === 404 && code === 'resource_missing') return null;
    // Never the error itself: it carries the request.
    platform.log.warn({ statusCode, code, type, requestId }, 'the payment provider was asked in vain');
    const why = statusCode === 401 || statusCode === 403 ? 'refused our key' : 'did not answer';
    refuse(503, `The payment provider ${why}. Nothing was saved. Try again later.`);
  }
}

const percent = z.object({ percent_off: z.number().gt(0).max(100) });
const amount = z.object({
  percent_off: z.null().optional(),
  amount_off: z.int().positive(),
  currency: z.string().regex(/^[a-z]{3}$/),
});
const answer = z
  .object({ id: z.string(), object: z.literal('coupon'), valid: z.boolean(), redeem_by: z.int().nullish() })
  .and(z.union([percent, amount]));

/** Throws at an answer that is no coupon, or another one. */
function knownFrom(said: unknown, asked: string): KnownCoupon {
  const coupon = answer.parse(said);
  if (coupon.id !== asked) throw new Error('another coupon');
  const { valid, redeem_by } = coupon;
  const rest = { valid, redeem_by: redeem_by ? new Date(redeem_by * 1000).toISOString() : null };
  if (typeof coupon.percent_off === 'number')
    return { kind: 'percent', value: coupon.percent_off, currency: null, ...rest };
  const { amount_off, currency } = coupon as z.infer<typeof amount>;
  const code = currency.toUpperCase();
  return { kind: 'amount', value: amount_off / 10 ** stripeDecimalsOf(code), currency: code, ...rest };
}

/** Returns Stripe's decimals (https://docs.stripe.com/currencies); coupons may have currencies we do not sell in. */
export function stripeDecimalsOf(currency: string): number {
  if (WITHOUT_DECIMALS.includes(currency)) return 0;
  return THREE_DECIMALS.includes(currency) ? 3 : 2;
}

const WITHOUT_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const THREE_DECIMALS = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];
