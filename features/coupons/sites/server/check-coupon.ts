import { sql } from 'kysely';
import { minorOf, percentOf } from '../../../../core/money.ts';
import { toHundredths } from '../../../../core/percent.ts';
import { WORTHLESS, type Worth, worthOf } from '../../../../core/sites/worth.ts';
import { type Offer, offerOf } from '../../../../server/sites/offered.ts';
import { requireUser } from '../../../../server/sites/rows-here.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { type KnownCoupon, knownCoupon } from '../../contract.ts';
import { isUsable } from '../../rules.ts';

/** Returns what a coupon takes off a class; an unknown, foreign, removed, over or unfit one is worth nothing, alike. 404 for class or user, by name. */
export async function checkCoupon(
  context: SiteCall,
  { coupon, class_id, user_id }: { coupon: string; class_id: number; user_id?: number | undefined },
): Promise<Worth> {
  const offer = await offerOf(context, class_id);
  await requireUser(context, user_id);
  for (const known of await couponsOf(context, coupon)) {
    const off = isUsable(known, Date.now()) ? discountFrom(known, offer) : null;
    if (off !== null) return worthOf(offer, off);
  }
  return WORTHLESS;
}

/** Returns what the payment provider has said of the coupons of this Stripe ID, then of this name. */
async function couponsOf({ db, site }: SiteCall, coupon: string): Promise<KnownCoupon[]> {
  const { rows } = await sql<{ known: unknown }>`
    select known from coupons
    where program_id = ${site.program_id} and deleted_at is null and known is not null
      and (coupon_stripe_id = ${coupon} or lower(coupon_name) = lower(${coupon}))
    order by coupon_stripe_id = ${coupon} desc, id`.execute(db);
  return rows.map(({ known }) => knownCoupon.parse(known));
}

/** Returns the minor units that it takes off; null where it does not fit the class. */
function discountFrom({ kind, value, currency }: KnownCoupon, offer: Offer): number | null {
  if (kind === 'percent') return percentOf(offer.price, toHundredths(value));
  return currency === offer.currency ? minorOf(value, offer.currency) : null;
}
