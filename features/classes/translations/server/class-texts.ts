/** Where the texts of a class stand, for its translations and for whoever changes its English. Specification: Class translations. */
import type { Translations } from '../../../../server/nouns/translations.ts';
import { CLASSES_NOUNS } from '../../noun.ts';
import { CLASS } from '../../server/class-noun.ts';

export const CLASS_TEXTS: Translations<'class_name' | 'description' | 'additional_info'> = {
  noun: CLASS,
  ...CLASSES_NOUNS.class.languages,
};
