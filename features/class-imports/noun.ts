import type { NounDeclarations } from '../../core/noun.ts';
import { IMPORT_FIELDS } from '../../core/nouns/import-fields.ts';

export const CLASS_IMPORTS_NOUNS = {
  classes_import: {
    word: 'import of classes',
    actions: {
      create: 'uploaded a file for',
      run: 'ran',
      done: 'finished',
      cancel: 'cancelled',
      undo: 'undid',
      undone: 'finished undoing',
    },
    fields: IMPORT_FIELDS,
    screen: '/classes/imports',
    found: { '/classes/imports': { plural: 'Imports of classes', read: 'classes-import/{id}', place: 290 } },
    table: 'imports',
    name: 'file_name',
  },
} as const satisfies NounDeclarations;
