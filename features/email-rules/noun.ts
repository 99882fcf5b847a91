import { ARCHIVE_ACTIONS, type NounDeclarations } from '../../core/noun.ts';

export const EMAIL_RULES_NOUNS = {
  email_rule: {
    word: 'email rule',
    actions: { create: 'created', update: 'changed', undo: 'undid the last change of', ...ARCHIVE_ACTIONS },
    fields: {
      conditions: { label: 'conditions', reads: 'label' },
      items: { label: 'conditions', reads: 'label' },
      items_match: { label: 'matching of conditions', reads: 'label' },
      groups: { label: 'groups of conditions', reads: 'label' },
      groups_match: { label: 'matching of groups', reads: 'label' },
      exclude: { label: 'exclusions', reads: 'label' },
      exclude_match: { label: 'matching of exclusions', reads: 'label' },
      sql: { label: 'test query', reads: 'label' },
      first_mails_at: { label: 'first emails', reads: 'moment' },
    },
    screen: '/email/rules/:id',
    found: {
      '/email/rules/:id': { plural: 'Email rules', list: 'email-rules', read: 'email-rule/{id}', place: 240 },
    },
    table: 'email_rules',
    name: 'name',
    archives: 'email-rule/{id}',
  },
} as const satisfies NounDeclarations;
