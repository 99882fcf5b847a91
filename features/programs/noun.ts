import { ACTIVE_WORDS, LIST_ACTIONS, type NounDeclarations } from '../../core/noun.ts';
import { PROGRAM_TEXT_LABELS, PROGRAM_TEXTS } from './rules.ts';

const PROGRAM_TEXT_FIELDS = Object.fromEntries(
  PROGRAM_TEXTS.map((name) => [name, { label: PROGRAM_TEXT_LABELS[name], reads: 'label' as const }]),
);

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
    fields: {
      subscriptions: { label: 'subscriptions', reads: 'unsaid' },
      tags: { label: 'tags', reads: 'unsaid' },
      data: { label: 'texts', reads: 'label' },
      populate_discount: { label: 'discount for members', reads: 'flag' },
      key: { label: 'site key', reads: 'unsaid' },
      ...PROGRAM_TEXT_FIELDS,
    },
    screen: '/programs',
    found: {
      '/programs': {
        plural: 'Program settings',
        list: 'programs?page=1&name={name}&status=all',
        read: 'program/{id}',
        place: 90,
      },
    },
    table: 'programs',
    name: 'program_display_name',
    versions: { made: 'created_at', secret: [], left_out: ['name_search'], unmarked: [] },
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
    fields: {
      name: { label: 'name', reads: 'unsaid' },
      rights: { label: 'rights', alone: true },
      ends_at: { label: 'end', reads: 'moment' },
    },
  },
  webhook: {
    word: 'webhook',
    actions: {
      create: 'added',
      update: 'changed',
      delete: 'deleted',
      secret: 'created a new secret for',
      resend: 'sent messages again to',
      'switch-off': 'deactivated {record} after failed tries',
    },
    table: 'webhooks',
    fields: {
      url: { label: 'address', alone: true },
      kinds: { label: 'messages' },
      active: { label: 'active', reads: 'state', words: ACTIVE_WORDS },
      resent: { label: 'messages', reads: 'count', alone: true },
      delivery_id: { label: 'delivery', reads: 'unsaid' },
      overlap_hours: { label: 'hours of overlap', reads: 'count', alone: true },
    },
  },
} as const satisfies NounDeclarations;
