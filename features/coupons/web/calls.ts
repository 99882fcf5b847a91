import { callsOf } from '../../../web/api.ts';
import { type Coupon, couponsContract } from '../contract.ts';

export const { calls, reload } = callsOf('coupons', couponsContract);

export async function readCoupon(id: number): Promise<Coupon> {
  return (await calls.coupon.call({ id })).coupon;
}
