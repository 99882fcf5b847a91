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
    single: true,
    fields: {
      refund_approval_above: { label: 'refund approval limits', reads: 'label' },
      payout_approval: { label: 'payout approval', reads: 'flag' },
      hold_days: { label: 'payout delay (days after sale)' },
      new_account_days: { label: 'payout delay (days after new payout details)' },
      details_approval: { label: 'approval of changed payout details', reads: 'flag' },
      minimum: { label: 'minimum payouts', reads: 'label' },
      ach: { label: 'sender for US (NACHA) files', reads: 'label' },
      sepa_debtor: { label: 'sender for SEPA files', reads: 'label' },
      asked_by: { label: 'requested by', alone: true },
      change: { label: 'rules', reads: 'label' },
    },
    screen: '/settings/money',
  },
} as const satisfies NounDeclarations;
