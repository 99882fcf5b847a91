import type { ConstraintTexts } from '../../../core/errors.ts';

export const giftProductConstraints: ConstraintTexts = {
  gift_products_image_id_fkey: 'The image no longer exists. Upload it again',
  gift_products_nft_image_id_fkey: 'The image of the digital item no longer exists. Upload it again',
  gift_product_programs_program_id_fkey: 'One of the programs no longer exists. Reload and try again.',
};
