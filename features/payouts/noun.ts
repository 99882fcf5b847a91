import type { NounDeclarations } from '../../core/noun.ts';

export const PAYOUTS_NOUNS = {
  payout: {
    word: 'payout',
    actions: {
      create: 'made',
      approve: 'approved',
      cancel: 'cancelled',
      paid: 'said that it has arrived:',
      return: 'said that it came back:',
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
      download: 'fetched the file of',
    },
    screen: '/payouts/batches',
    found: { '/payouts/batches': 'Payout batches' },
    table: 'payout_batches',
  },
  payout_transaction: {
    word: 'line of a sale',
    actions: { switch: 'switched on or off' },
  },
  membership_pool: {
    word: 'membership payout',
    actions: { create: 'froze the parts of' },
    table: 'membership_pools',
  },
} as const satisfies NounDeclarations;
