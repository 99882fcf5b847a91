import type { NounDeclarations } from '../../core/noun.ts';

export const PAYOUTS_NOUNS = {
  payout: {
    word: 'payout',
    actions: {
      create: 'made',
      approve: 'approved',
      cancel: 'cancelled',
      paid: 'marked {record} as paid',
      return: 'marked {record} as returned by the bank',
    },
    screen: '/payouts/history',
    found: { '/payouts/history': { plural: 'Payouts', place: 210 } },
    table: 'payouts',
    name: 'name',
    currency: 'currency',
    fields: {
      name: { label: 'payee', reads: 'unsaid' },
      amount: { label: 'amount', reads: 'state', alone: true },
      state: { label: 'status', reads: 'unsaid' },
    },
  },
  payout_batch: {
    word: 'payout batch',
    actions: {
      create: 'made',
      approve: 'approved',
      cancel: 'cancelled',
      begin: 'began to make',
      fail: 'could not make',
      download: 'downloaded the file of',
    },
    fields: {
      kind: { label: 'kind', reads: 'state', alone: true },
      payouts: { label: 'payouts', reads: 'count', alone: true },
      balances: { label: 'balances', reads: 'count', alone: true },
      reason: { label: 'reason', reads: 'unsaid' },
    },
    screen: '/payouts/batches',
    found: { '/payouts/batches': { plural: 'Payout batches', place: 220 } },
    table: 'payout_batches',
  },
  payout_transaction: {
    word: 'transaction share',
    actions: { switch: 'changed the payout of' },
    fields: {
      override: {
        label: 'payout',
        reads: 'state',
        words: { null: 'automatic', 0: 'automatic', 1: 'included manually', '-1': 'excluded manually' },
      },
    },
  },
  membership_pool: {
    word: 'membership payout',
    actions: { create: 'locked the amounts of' },
    table: 'membership_pools',
    fields: {
      dates: { label: 'period', reads: 'days', alone: true },
      split_amount: { label: 'amount', reads: 'state', alone: true },
      payees: { label: 'payees', reads: 'count', alone: true },
    },
  },
} as const satisfies NounDeclarations;
