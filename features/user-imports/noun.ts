import type { NounDeclarations } from '../../core/noun.ts';

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
    screen: '/users/imports',
    found: { '/users/imports': 'Imports of users' },
    table: 'imports',
    name: 'file_name',
  },
} as const satisfies NounDeclarations;
