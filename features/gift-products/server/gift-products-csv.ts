import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfList } from '../../exports/server/list-export.ts';
import { GIFT_PRODUCT_CSV, type GIFT_PRODUCT_FILTERS, giftProductsContract } from '../contract.ts';
import { GIFT_PRODUCT_LIST, matching } from './gift-products.ts';

export const giftProductsCsv = exportOfList<FilterQuery<typeof GIFT_PRODUCT_FILTERS>>({
  name: 'gift-products',
  route: giftProductsContract.giftProductsCsv,
  list: () => GIFT_PRODUCT_LIST,
  matching,
  columns: GIFT_PRODUCT_CSV,
});
