import { ARCHIVE_ACTIONS, type NounDeclarations } from '../../core/noun.ts';

export const EMAIL_RULES_NOUNS = {
  email_rule: {
    word: 'email rule',
    actions: { create: 'created', update: 'changed', undo: 'undid the last change of', ...ARCHIVE_ACTIONS },
    screen: '/email/rules/:id',
    found: { '/email/rules/:id': 'Email rules' },
    table: 'email_rules',
    name: 'name',
    archives: 'email-rule/{id}',
  },
} as const satisfies NounDeclarations;
