import { LIST_ACTIONS, type NounDeclarations } from '../../core/noun.ts';
import { PROGRAM_TEXTS } from './rules.ts';

export const PROGRAMS_NOUNS = {
  program: {
    word: 'program',
    actions: {
      ...LIST_ACTIONS,
      programs: 'set the default programs of',
      tags: 'set the tags of',
      subscriptions: 'set the subscriptions of',
      'site-key': 'created a site key for',
    },
    screen: '/programs',
    found: { '/programs': 'Program settings' },
    table: 'programs',
    name: 'program_display_name',
    languages: {
      table: 'program_translations',
      owner: 'program_id',
      fields: PROGRAM_TEXTS,
      access: { role: 'superadmin' },
    },
  },
  site_key: {
    word: 'site key',
    actions: { create: 'made', end: 'ended' },
    table: 'site_keys',
  },
  webhook: {
    word: 'webhook',
    actions: {
      create: 'added',
      update: 'changed',
      delete: 'deleted',
      secret: 'created a new secret for',
      resend: 'sent messages again to',
      'switch-off': 'deactivated, after failed tries,',
    },
    table: 'webhooks',
  },
} as const satisfies NounDeclarations;
