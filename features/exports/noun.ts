import type { NounDeclarations } from '../../core/noun.ts';

export const EXPORTS_NOUNS = {
  export: {
    word: 'export',
    actions: { create: 'made' },
  },
} as const satisfies NounDeclarations;
