/** Coupons as they stand after a save with a payment provider. */
import { type Insertable, sql } from 'kysely';
import type { KnownCoupon } from '../../features/coupons/contract.ts';
import type { Db } from '../../server/db/client.ts';
import type { Coupons } from '../../server/db/types.ts';

let made = 0;

/** Makes a coupon of which the provider has said `known`, or nothing; answers its id and Stripe ID. */
export async function makeCoupon(
  db: Db,
  values: Partial<Insertable<Coupons>>,
  known: Partial<KnownCoupon> | null,
) {
  made += 1;
  const told = known && { currency: null, valid: true, redeem_by: null, ...known };
  return db
    .insertInto('coupons')
    .values({
      coupon_name: `Coupon ${made}`,
      coupon_stripe_id: `co_${process.pid}_${made}`,
      ...values,
      known: told && sql`${JSON.stringify(told)}::jsonb`,
    } as Insertable<Coupons>)
    .returning(['id', 'coupon_stripe_id'])
    .executeTakeFirstOrThrow();
}
