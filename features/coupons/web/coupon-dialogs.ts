import { mayTouch } from '../../../core/access.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { readCoupon } from './calls.ts';

const edit = () => import('./edit-coupon-dialog.tsx').then((m) => m.EditCouponDialog);

export const couponDialogs = dialogsOf({
  noun: 'coupon',
  read: readCoupon,
  may: mayTouch,
  dialogs: {
    add: { isNew: true, load: edit },
    edit: { load: edit },
    remove: { load: () => import('./remove-coupon-dialog.tsx').then((m) => m.RemoveCouponDialog) },
  },
});
