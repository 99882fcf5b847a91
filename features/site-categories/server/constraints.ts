import type { ConstraintTexts } from '../../../core/errors.ts';

export const siteCategoryConstraints: ConstraintTexts = {
  site_categories_depth:
    'Subcategories stand under top-level ones only, and a category with subcategories cannot become one',
  site_category_programs_program_id_fkey: 'One of the programs is gone. Load it again.',
};
