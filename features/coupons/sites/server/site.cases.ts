import { expect } from 'vitest';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import { makeCoupon } from '../../../../test/rows/coupons.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import type { siteCouponsContract } from '../contract.ts';

export const siteCouponsCases: SiteCases<typeof siteCouponsContract> = {
  checkCoupon: {
    async request({ db, program_id, mark }) {
      const class_id = await makeSoldClass(db, program_id, { class_name: mark, class_price: 2000 });
      const user_id = (await makeSiteUser(db, { program_id })).id;
      await makeCoupon(db, { program_id, coupon_name: mark }, { kind: 'percent', value: 12.5 });
      return {
        body: { coupon: mark, class_id, user_id },
        effect: (answer) =>
          expect(answer).toEqual({ valid: true, price: 2000, discount: 250, total: 1750, currency: 'USD' }),
      };
    },
  },
};
