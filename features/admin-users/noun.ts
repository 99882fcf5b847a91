import type { NounDeclarations } from '../../core/noun.ts';

export const ADMIN_USERS_NOUNS = {
  admin: {
    word: 'admin user',
    actions: {
      create: 'added',
      update: 'changed',
      delete: 'removed',
      change_password: 'set a new password for',
      sign_in_failed: 'failed to sign in as',
      login_as: 'opened a login as a user, by',
      login_as_begin: 'logged in as a user, by',
      login_as_end: 'ended the login as a user, by',
    },
    screen: '/admins',
    found: { '/admins': 'Admin users' },
    table: 'admins',
    name: 'email',
  },
} as const satisfies NounDeclarations;
