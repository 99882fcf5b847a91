/** Checks of coupons by the site of a program. Specification: Sites, prices. */
import { z } from 'zod';
import { id, text } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import { worth } from '../../../core/sites/worth.ts';

export const siteCouponsContract = {
  checkCoupon: siteRoute('read', {
    method: 'POST',
    path: 'coupons/check',
    summary: 'The discount of a coupon on a class; 0 where the coupon does not apply',
    input: z.strictObject({
      coupon: text(200).trim().min(1, 'must not be empty'),
      class_id: id,
      user_id: id.optional(),
    }),
    output: worth,
  }),
};
