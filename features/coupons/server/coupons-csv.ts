import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfList } from '../../exports/server/list-export.ts';
import { COUPON_CSV, type COUPON_FILTERS, couponsContract } from '../contract.ts';
import { COUPON_LIST, matching } from './coupons.ts';

export const couponsCsv = exportOfList<FilterQuery<typeof COUPON_FILTERS>>({
  name: 'coupons',
  route: couponsContract.couponsCsv,
  list: () => COUPON_LIST,
  matching,
  columns: COUPON_CSV,
});
