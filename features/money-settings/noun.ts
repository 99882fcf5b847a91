import type { NounDeclarations } from '../../core/noun.ts';

export const MONEY_SETTINGS_NOUNS = {
  money_settings: {
    word: 'money settings',
    actions: {
      update: 'changed',
      ask: 'requested a change of',
      approve: 'approved a change of',
      reject: 'rejected a change of',
    },
    screen: '/settings/money',
  },
} as const satisfies NounDeclarations;
