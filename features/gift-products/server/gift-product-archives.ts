/** Duplicates and archives gift products. Specification: Gift products. */
import type { TransactionContext } from '../../../server/context.ts';
import { GIFT_PRODUCTS_NOUNS } from '../noun.ts';
import { GIFT_PRODUCT, GIFT_PRODUCT_PROGRAMS } from './gift-product-noun.ts';

export const GIFT_PRODUCT_ARCHIVES = {
  noun: GIFT_PRODUCT,
  declared: GIFT_PRODUCTS_NOUNS.gift_product,
  columns: [
    'description',
    'type',
    'image_id',
    'nft_image_id',
    'nft_id',
    'class_id',
    'amount',
    'currency',
    'preview',
  ] as const,
  programs: GIFT_PRODUCT_PROGRAMS,
  /** Only a superadmin assigns to programs that are made later. */
  more: ({ actor }: TransactionContext, { auto_assign }: { auto_assign: boolean }) => ({
    columns: { auto_assign: auto_assign && actor.role === 'superadmin' },
  }),
};
