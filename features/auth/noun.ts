import type { NounDeclarations } from '../../core/noun.ts';

export const AUTH_NOUNS = {
  session: {
    word: 'session',
    actions: {
      sign_in: 'signed in',
      sign_out: 'signed out',
      refresh_reuse: 'was signed out for security',
    },
    table: 'sessions',
  },
  'unknown account': {
    word: 'unknown account',
    actions: { sign_in_failed: 'failed to sign in as an' },
  },
} as const satisfies NounDeclarations;
