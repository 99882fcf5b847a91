import { callsOf } from '../../../web/api.ts';
import type { Archives } from '../../../web/parts/archiving/use-archiving.tsx';
import { type GiftProduct, giftProductsContract } from '../contract.ts';

export const { calls, reload } = callsOf('giftProducts', giftProductsContract);

export async function readProduct(id: number): Promise<GiftProduct> {
  return (await calls.giftProduct.call({ id })).product;
}

export const productArchives: Archives = {
  word: 'Product',
  to: '/giveaways/products',
  duplicate: calls.duplicateGiftProduct,
  archive: calls.archiveGiftProduct,
  restore: calls.restoreGiftProduct,
  many: calls.archiveGiftProducts,
  reload,
};
