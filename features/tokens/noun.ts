import type { NounDeclarations } from '../../core/noun.ts';

export const TOKENS_NOUNS = {
  token: {
    word: 'LiL token',
    actions: { create: 'created', update: 'changed', redeem: 'redeemed' },
    screen: '/tokens',
    found: { '/tokens': 'LiL tokens' },
    table: 'lilt_tokens',
    name: 'code',
  },
  token_batch: {
    word: 'batch of LiL tokens',
    actions: { create: 'created' },
  },
} as const satisfies NounDeclarations;
