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
} as const satisfies NounDeclarations;
