import { mayTouch } from '../../../core/access.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { giftProductsContract } from '../contract.ts';
import { readProduct } from './calls.ts';

const form = () => import('./edit-product-dialog.tsx').then((m) => m.EditProductDialog);
const shared = () => import('./product-shared-dialogs.ts');

/** `program_id` 0: no program is chosen. */
export const productDialogs = dialogsOf({
  noun: 'product',
  read: (id: number, _: { program_id: number }) => readProduct(id),
  may: mayTouch,
  dialogs: {
    add: { isNew: true, load: form },
    edit: { load: form },
    translations: { load: () => shared().then((m) => m.ProductTranslations) },
    programs: {
      access: giftProductsContract.saveGiftProductPrograms['~orpc'].meta.access,
      load: () => shared().then((m) => m.ProductPrograms),
    },
  },
});
export type ProductDialog = keyof typeof productDialogs.address;
