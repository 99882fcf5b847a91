/** Columns of a class's texts, for translations and saves of its English. Specification: Class translations. */
import type { Translations } from '../../../../server/nouns/translations.ts';
import { CLASS } from '../../server/class-noun.ts';

export const CLASS_TEXTS: Translations<'class_name' | 'description' | 'additional_info'> = {
  noun: CLASS,
  owner: 'class_id',
  table: 'class_translations',
  fields: ['class_name', 'description', 'additional_info'],
};
