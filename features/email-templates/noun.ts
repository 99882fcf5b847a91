import type { NounDeclarations } from '../../core/noun.ts';

export const EMAIL_TEMPLATES_NOUNS = {
  email_template: {
    word: 'email template',
    actions: {
      create: 'wrote',
      update: 'changed',
      delete: 'deleted',
      send_test: 'sent a test email of',
    },
    table: 'email_templates',
    name: 'subject',
  },
} as const satisfies NounDeclarations;
