import type { NounDeclarations } from '../../core/noun.ts';
import { IMPORT_FIELDS } from '../../core/nouns/import-fields.ts';

export const SITE_IMPORTS_NOUNS = {
  site_import: {
    word: 'import',
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
      kind: { label: 'kind', reads: 'unsaid' },
      paid_out_before: { label: 'paid out before', reads: 'unsaid' },
    },
    screen: '/imports',
    found: { '/imports': { plural: 'Imports', read: 'site-import/{id}', place: 280 } },
    table: 'imports',
    name: 'file_name',
  },
} as const satisfies NounDeclarations;
