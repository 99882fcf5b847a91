import type { ConstraintTexts } from '../../../core/errors.ts';

export const giftCategoryConstraints: ConstraintTexts = {
  gift_categories_depth:
    "A subcategory needs a top-level parent, and a category with subcategories can't become a subcategory",
  gift_category_programs_program_id_fkey: 'One of the programs no longer exists. Reload and try again.',
};
