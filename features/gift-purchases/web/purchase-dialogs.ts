import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import type { Purchase } from '../contract.ts';
import { fulfilRefusal } from '../rules.ts';
import { type Beside, readPurchase } from './calls.ts';

export const purchaseDialogs = dialogsOf<Purchase, Beside, 'open' | 'undo' | 'fulfil'>({
  noun: 'order',
  read: readPurchase,
  dialogs: {
    open: { load: () => import('./purchase-dialog.tsx').then((m) => m.PurchaseDialog) },
    undo: {
      refusal: (order: Purchase) =>
        order.can_undo ? null : 'The fulfillment of this order can no longer be undone.',
      load: () => import('./undo-dialog.tsx').then((m) => m.UndoOneDialog),
    },
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
