import type { NounDeclarations } from '../../core/noun.ts';

export const SAVED_VIEWS_NOUNS = {
  saved_view: {
    word: 'saved view',
    actions: { create: 'kept', update: 'changed', delete: 'removed' },
    table: 'saved_views',
    name: 'name',
  },
} as const satisfies NounDeclarations;
