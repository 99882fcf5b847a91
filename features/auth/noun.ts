import type { NounDeclarations } from '../../core/noun.ts';

export const AUTH_NOUNS = {
  session: {
    word: 'session',
    actions: {
      sign_in: 'signed in',
      sign_out: 'signed out',
      refresh_reuse: 'was signed out for security',
      end: 'ended a session of {of}',
    },
    fields: { of: { label: 'admin user', of: 'admin', reads: 'unsaid' } },
    table: 'sessions',
  },
  security_settings: {
    word: 'security settings',
    actions: { update: 'changed' },
    single: true,
    fields: {
      second_factor: {
        label: 'second factor needed by',
        words: { nobody: 'no one', money: 'admins who see money', everybody: 'all admins' },
      },
      idle_hours: { label: 'hours without use' },
      most_days: { label: 'days of a session' },
    },
    screen: '/settings/security',
  },
  'unknown account': {
    word: 'unknown account',
    actions: { sign_in_failed: 'failed to sign in as an' },
  },
} as const satisfies NounDeclarations;
