import type { ConstraintTexts } from '../../../core/errors.ts';

export const giftProductConstraints: ConstraintTexts = {
  gift_products_image_id_fkey: 'The image is gone: upload it again',
  gift_products_nft_image_id_fkey: 'The picture of the digital item is gone: upload it again',
  gift_product_programs_program_id_fkey: 'One of the programs is gone. Load it again.',
};
