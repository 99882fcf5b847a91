import type { NounDeclarations } from '../../core/noun.ts';

export const TOKENS_NOUNS = {
  token: {
    word: 'LiL token',
    actions: { create: 'created', update: 'changed', redeem: 'redeemed' },
    fields: {
      used: { label: 'used', reads: 'unsaid' },
      user_id: { label: 'user', of: 'site_user', alone: true },
    },
    screen: '/tokens',
    global: true,
    found: {
      '/tokens': { plural: 'LiL tokens', list: 'tokens?code={name}', read: 'token/{id}', place: 170 },
    },
    table: 'lilt_tokens',
    name: 'code',
    switches: { path: 'tokens/switched', fields: { status: [0, 1] } },
  },
  token_batch: {
    word: 'batch of LiL tokens',
    actions: { create: 'created' },
    fields: {
      tokens: { label: 'tokens', reads: 'count', alone: true },
      amount: { label: 'amount', reads: 'coins', alone: true },
      expiry_date: { label: 'expiry date', reads: 'day', alone: true },
      status: { label: 'status', reads: 'unsaid' },
    },
  },
} as const satisfies NounDeclarations;
