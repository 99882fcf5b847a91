import type { NounDeclarations } from '../../core/noun.ts';

export const UPLOADS_NOUNS = {
  upload: {
    word: 'upload',
    actions: { create: 'stored', delete: 'cleaned up' },
    table: 'uploads',
  },
} as const satisfies NounDeclarations;
