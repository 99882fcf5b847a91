import type { NounDeclarations } from '../../core/noun.ts';

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
    screen: '/imports',
    found: { '/imports': 'Imports' },
    table: 'imports',
    name: 'file_name',
  },
} as const satisfies NounDeclarations;
