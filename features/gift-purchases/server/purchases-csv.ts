/** Orders of the list as a file. Specification: Exports. */
import { exportOfList, listed } from '../../exports/server/list-export.ts';
import { PRODUCT_TYPE_NAMES } from '../../gift-products/rules.ts';
import { giftPurchasesContract } from '../contract.ts';
import { matching, PURCHASE_LIST, type PurchaseFilter } from './gift-purchases.ts';

export const purchasesCsv = exportOfList<PurchaseFilter>({
  name: 'purchases',
  saved_as: 'orders',
  access: giftPurchasesContract.purchasesCsv['~orpc'].meta.access,
  list: () => PURCHASE_LIST,
  matching,
  columns: [
    ['ID', listed.number('id')],
    ['Product', listed.part('product', 'name')],
    ['User', listed.part('user', 'name')],
    ['Email', listed.part('user', 'email')],
    ['Created at', listed.moment('created_at')],
    ['Product type', listed.word('product_type', PRODUCT_TYPE_NAMES)],
    ['Event type', listed.word('type', { regular: 'Regular', prize: 'Prize' })],
    ['Event', listed.part('event', 'name')],
    ['State', listed.word('state', { win: 'Win', 'non-win': 'Non-win' })],
    ['Delivery confirmed', listed.flag('delivery_confirmed')],
    ['Fulfilled', listed.flag('fulfilled')],
    ['Fulfilled at', listed.moment('fulfilled_at')],
    ['Program ID', listed.number('program_id')],
  ],
});
