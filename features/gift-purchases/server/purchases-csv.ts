import { exportOfList } from '../../exports/server/list-export.ts';
import { giftPurchasesContract, PURCHASE_CSV } from '../contract.ts';
import { matching, PURCHASE_LIST, type PurchaseFilter } from './gift-purchases.ts';

export const purchasesCsv = exportOfList<PurchaseFilter>({
  name: 'purchases',
  saved_as: 'orders',
  route: giftPurchasesContract.purchasesCsv,
  list: () => PURCHASE_LIST,
  matching,
  columns: PURCHASE_CSV,
});
