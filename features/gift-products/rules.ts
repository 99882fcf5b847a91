/** Gift products: what both ends know of them. Specification: Gift products. */

export const PRODUCT_TYPES = ['physical', 'nft', 'class', 'money', 'discount'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

export const PRODUCT_TYPE_NAMES: Record<ProductType, string> = {
  physical: 'Physical',
  nft: 'Digital item',
  class: 'Class or bundle',
  money: 'Money',
  discount: 'Discount (inactive)',
};

/** Those that a new product can have: `discount` is kept where an older one has it. */
export const NEW_PRODUCT_TYPES = ['physical', 'nft', 'class', 'money'] as const;

export const MAX_NFT_ID = 200;
