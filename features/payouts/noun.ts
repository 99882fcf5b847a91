import type { NounDeclarations } from '../../core/noun.ts';

export const PAYOUTS_NOUNS = {
  payout: {
    word: 'payout',
    actions: {
      create: 'made',
      approve: 'approved',
      cancel: 'cancelled',
      paid: 'marked as paid',
      return: 'marked as returned',
    },
    screen: '/payouts/history',
    found: { '/payouts/history': 'Payouts' },
    table: 'payouts',
  },
  payout_batch: {
    word: 'payout batch',
    actions: {
      create: 'made',
      approve: 'approved',
      cancel: 'cancelled',
      download: 'downloaded the file of',
    },
    screen: '/payouts/batches',
    found: { '/payouts/batches': 'Payout batches' },
    table: 'payout_batches',
  },
  payout_transaction: {
    word: 'line of a sale',
    actions: { switch: 'switched the payout of' },
  },
  membership_pool: {
    word: 'membership payout',
    actions: { create: 'locked the amounts of' },
    table: 'membership_pools',
  },
} as const satisfies NounDeclarations;
