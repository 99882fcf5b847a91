import type { ConstraintTexts } from '../../../core/errors.ts';

export const classConstraints: ConstraintTexts = {
  classes_category_fkey: 'The category is gone. Load it again.',
  classes_sub_category: 'The sub-category does not stand below the category',
  classes_sub_category_below: 'The sub-category does not stand below the category',
  class_programs_home: 'A class is always sold where it is at home',
  class_programs_program_id_fkey: 'One of the programs is gone. Load it again.',
  class_program_tags_tag_id_program_id_fkey: 'One of the tags is gone. Load it again.',
};
