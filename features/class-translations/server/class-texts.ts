/** Where the texts of a class stand, for its translations and for whoever changes its English. Specification: Class translations. */
import { tableNoun } from '../../../server/changing.ts';
import type { Translations } from '../../../server/translations.ts';

export const CLASS_TEXTS: Translations<'class_name' | 'description' | 'additional_info'> = {
  noun: tableNoun({ entity: 'class', table: 'classes' }),
  owner: 'class_id',
  table: 'class_translations',
  fields: ['class_name', 'description', 'additional_info'],
};
