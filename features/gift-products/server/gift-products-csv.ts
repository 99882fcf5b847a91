/** The gift products of the list as a file. Specification: Exports. */
import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfList, listed } from '../../exports/server/list-export.ts';
import { type GIFT_PRODUCT_FILTERS, giftProductsContract } from '../contract.ts';
import { PRODUCT_TYPE_NAMES } from '../rules.ts';
import { GIFT_PRODUCT_LIST, matching } from './gift-products.ts';

export const giftProductsCsv = exportOfList<FilterQuery<typeof GIFT_PRODUCT_FILTERS>>({
  name: 'gift-products',
  saved_as: 'gift-products',
  access: giftProductsContract.giftProductsCsv['~orpc'].meta.access,
  list: () => GIFT_PRODUCT_LIST,
  matching,
  columns: [
    ['ID', listed.number('id')],
    ['Name', listed.text('name')],
    ['Type', listed.word('type', PRODUCT_TYPE_NAMES)],
    ['Class ID', listed.number('class_id')],
    ['Class', listed.text('class_name')],
    ['NFT', listed.text('nft_id')],
    ['Amount', listed.amount('amount')],
    ['Currency', listed.text('currency')],
    ['Active', listed.flag('active', 'On', 'Off')],
    ['Program', listed.program()],
  ],
});
