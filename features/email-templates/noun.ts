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
    fields: {
      subject: { label: 'subject' },
      text: { label: 'text', reads: 'label' },
      plain: { label: 'plain text', reads: 'label' },
      plain_derived: { label: 'plain text made from the text', reads: 'flag' },
      to: { label: 'to', alone: true },
      template: { label: 'template' },
      language: { label: 'language' },
    },
    screen: '/email/templates',
    found: { '/email/templates': { plural: 'Email templates', place: 230 } },
    table: 'email_templates',
    name: 'subject',
  },
} as const satisfies NounDeclarations;
