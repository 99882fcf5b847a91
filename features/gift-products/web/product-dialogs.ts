import { mayTouch } from '../../../core/access.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { type GiftProduct, giftProductsContract } from '../contract.ts';
import { readProduct } from './calls.ts';

const form = () => import('./edit-product-dialog.tsx').then((m) => m.EditProductDialog);
const shared = () => import('./product-shared-dialogs.ts');

/** Products are the same in every program; a new one begins in the chosen program, 0 for none. */
const read: (id: number, inProgram: { program_id: number }) => Promise<GiftProduct> = readProduct;

export const productDialogs = dialogsOf({
  noun: 'product',
  read,
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
