import type { NounDeclarations } from '../../core/noun.ts';
import { IMPORT_FIELDS } from '../../core/nouns/import-fields.ts';

export const USER_IMPORTS_NOUNS = {
  users_import: {
    word: 'import of users',
    actions: {
      create: 'uploaded a file for',
      run: 'ran',
      done: 'finished',
      cancel: 'cancelled',
      undo: 'undid',
      undone: 'finished undoing',
    },
    fields: {
      ...IMPORT_FIELDS,
      import_create: { label: 'create users', reads: 'unsaid' },
      import_update: { label: 'update users', reads: 'unsaid' },
      import_send_email: { label: 'send welcome emails', reads: 'unsaid' },
      import_class_enrol: { label: 'enrol in classes', reads: 'unsaid' },
    },
    screen: '/users/imports',
    found: { '/users/imports': { plural: 'Imports of users', read: 'users-import/{id}', place: 300 } },
    table: 'imports',
    name: 'file_name',
  },
} as const satisfies NounDeclarations;
