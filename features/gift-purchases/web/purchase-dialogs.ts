import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import type { Purchase } from '../contract.ts';
import { fulfilRefusal } from '../rules.ts';
import { readPurchase } from './calls.ts';

export const purchaseDialogs = dialogsOf({
  noun: 'order',
  read: readPurchase,
  dialogs: {
    open: { page: 'order' },
    fulfil: {
      refusal: (order: Purchase) => {
        const refusal = fulfilRefusal(order);
        return refusal && `This order ${refusal}.`;
      },
      load: () => import('./fulfil-dialog.tsx').then((m) => m.FulfilOneDialog),
    },
  },
});
export type PurchaseDialogName = keyof typeof purchaseDialogs.address;
