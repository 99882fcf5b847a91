import type { NounDeclarations } from '../../core/noun.ts';

export const USERS_NOUNS = {
  site_user: {
    word: 'user',
    actions: {
      create: 'created',
      update: 'changed',
      sites: 'set the sites of',
      programs: 'set the class programs of',
      'class-links': 'changed the class links of',
      add_lilt: 'added LiL-T to',
      reverse_lilt: 'reversed LiL-T of',
      redeem_token: 'redeemed a LiL token for',
      'clear-bounce': 'cleared the bounced address of',
      payment_settings: 'changed the payout details of',
      approve_payment: 'approved the changed payout details of',
      show_payment_secret: 'viewed an account number of',
      login_as: 'opened a login as',
      login_as_begin: 'logged in as',
      login_as_end: 'ended the login as',
      sign_in_failed: 'failed to sign in as',
    },
    screen: '/users',
    found: { '/users': 'Users' },
    table: 'site_users',
    name: 'email',
  },
} as const satisfies NounDeclarations;
