import type { NounDeclarations } from '../../core/noun.ts';

export const EMAIL_RULES_NOUNS = {
  email_rule: {
    word: 'email rule',
    actions: { create: 'created', update: 'changed', undo: 'undid the last change of' },
    screen: '/email/rules/:id',
    found: { '/email/rules/:id': 'Email rules' },
    table: 'email_rules',
    name: 'name',
  },
} as const satisfies NounDeclarations;
