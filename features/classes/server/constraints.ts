import type { ConstraintTexts } from '../../../core/errors.ts';

export const classConstraints: ConstraintTexts = {
  classes_category_fkey: 'The category no longer exists. Reload and try again.',
  classes_sub_category: "The sub-category doesn't belong to the category",
  classes_sub_category_below: "The sub-category doesn't belong to the category",
  class_programs_home: 'A class is always sold in its home program',
  class_programs_program_id_fkey: 'One of the programs no longer exists. Reload and try again.',
  class_program_tags_tag_id_program_id_fkey: 'One of the tags no longer exists. Reload and try again.',
};
