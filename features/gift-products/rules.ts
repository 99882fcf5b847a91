/** Types of gift products, shared by browser and server. Specification: Gift products. */

export const PRODUCT_TYPES = ['physical', 'nft', 'class', 'money', 'discount'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

export const PRODUCT_TYPE_NAMES: Record<ProductType, string> = {
  physical: 'Physical',
  nft: 'Digital item',
  class: 'Class or bundle',
  money: 'Money',
  discount: 'Discount (inactive)',
};

/** The types of a new product; older products may still be a `discount`. */
export const NEW_PRODUCT_TYPES = ['physical', 'nft', 'class', 'money'] as const;

export const MAX_NFT_ID = 200;
