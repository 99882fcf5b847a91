/** The coupons of the list as a file. Specification: Exports. */
import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfList, listed } from '../../exports/server/list-export.ts';
import { type COUPON_FILTERS, couponsContract } from '../contract.ts';
import { COUPON_LIST, matching } from './coupons.ts';

export const couponsCsv = exportOfList<FilterQuery<typeof COUPON_FILTERS>>({
  name: 'coupons',
  saved_as: 'coupons',
  access: couponsContract.couponsCsv['~orpc'].meta.access,
  list: () => COUPON_LIST,
  matching,
  columns: [
    ['ID', listed.number('id')],
    ['Name', listed.text('coupon_name')],
    ['Stripe ID', listed.text('coupon_stripe_id')],
    ['Program', listed.program()],
    ['Percentage', listed.flag('is_percents')],
  ],
});
