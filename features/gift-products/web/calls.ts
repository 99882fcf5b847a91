import { callsOf } from '../../../web/api.ts';
import type { Archives } from '../../../web/parts/use-archiving.tsx';
import { type GiftProduct, giftProductsContract } from '../contract.ts';

export const { calls, reload } = callsOf('giftProducts', giftProductsContract);

/** Reads a product. Throws a 404 where it is gone or foreign. */
export async function readProduct(id: number): Promise<GiftProduct> {
  return (await calls.giftProduct.call({ id })).product;
}

export const productArchives: Archives = {
  word: 'Product',
  to: '/giveaways/products',
  duplicate: calls.duplicateGiftProduct,
  archive: calls.archiveGiftProduct,
  restore: calls.restoreGiftProduct,
  reload,
};
