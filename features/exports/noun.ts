import type { NounDeclarations } from '../../core/noun.ts';

export const EXPORTS_NOUNS = {
  export: {
    word: 'export',
    actions: { create: 'downloaded' },
    fields: {
      kind: { label: 'list', reads: 'unsaid' },
      filters: { label: 'filters', reads: 'unsaid' },
    },
  },
} as const satisfies NounDeclarations;
