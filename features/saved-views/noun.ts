import type { NounDeclarations } from '../../core/noun.ts';

export const SAVED_VIEWS_NOUNS = {
  saved_view: {
    word: 'saved view',
    actions: { create: 'saved', update: 'changed', delete: 'removed' },
    fields: {
      name: { label: 'name' },
      screen: { label: 'list' },
      search: { label: 'filters', reads: 'label' },
      shared: { label: 'shared', reads: 'flag' },
    },
    table: 'saved_views',
    name: 'name',
  },
} as const satisfies NounDeclarations;
