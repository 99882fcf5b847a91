import { callsOf } from '../../../web/api.ts';
import { type Coupon, couponsContract } from '../contract.ts';

export const { calls, reload } = callsOf('coupons', couponsContract);

/** Reads a coupon by its id. Throws a 404 where there is none, or it is deleted. */
export async function readCoupon(id: number): Promise<Coupon> {
  return (await calls.coupon.call({ id })).coupon;
}
