import type { NounDeclarations } from '../../core/noun.ts';

export const AUDIT_NOUNS = {
  call: {
    word: 'call',
    actions: {
      denied: 'was denied the call',
      held_back: 'called too often and was held back at the call',
      forged_token: 'sent a forged token with the call',
    },
  },
} as const satisfies NounDeclarations;
