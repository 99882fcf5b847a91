import { implementRoutes } from '../../../server/http/routing.ts';
import { switchesOf } from '../../../server/nouns/noun-handlers.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { couponsContract } from '../contract.ts';
import { createCoupon, removeCoupon, updateCoupon } from './coupon-saves.ts';
import { COUPON_SWITCHES } from './coupon-switches.ts';
import { pageOfCoupons, readCoupon } from './coupons.ts';
import { couponsCsv } from './coupons-csv.ts';
import { lookUpCoupon } from './provider.ts';

const routes = implementRoutes(couponsContract);

export const couponsRoutes = routes.router({
  couponsCsv: routes.couponsCsv.handler(({ context, input }) => pollExport(context, couponsCsv, input)),
  coupons: routes.coupons.handler(({ context, input }) => pageOfCoupons(context, input)),
  coupon: routes.coupon.handler(async ({ context, input }) => ({
    coupon: await readCoupon(context, input.id),
  })),
  couponLookup: routes.couponLookup.handler(({ context, input }) =>
    lookUpCoupon(context, input.coupon_stripe_id),
  ),
  createCoupon: routes.createCoupon.handler(async ({ context, input }) => ({
    coupon: await createCoupon(context, input.data, context.headers.idempotency_key),
  })),
  updateCoupon: routes.updateCoupon.handler(async ({ context, input }) => ({
    coupon: await updateCoupon(context, input),
  })),
  deleteCoupon: routes.deleteCoupon.handler(async ({ context, input }) => {
    await removeCoupon(context, { id: input.id });
    return { id: input.id };
  }),
  switchCoupons: routes.switchCoupons.handler(switchesOf(COUPON_SWITCHES)),
});
