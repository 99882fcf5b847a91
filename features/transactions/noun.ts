import type { NounDeclarations } from '../../core/noun.ts';

export const TRANSACTIONS_NOUNS = {
  charge: {
    word: 'transaction',
    actions: { create: 'recorded', delete: 'deleted' },
    screen: '/commissions/held',
    found: { '/commissions/held': 'Transaction splits', '/transactions': 'Transactions' },
    table: 'charges',
  },
  refund: {
    word: 'refund',
    actions: { create: 'made' },
    table: 'refunds',
  },
  refund_request: {
    word: 'refund request',
    actions: { create: 'made', approve: 'approved', reject: 'rejected' },
    screen: '/refunds',
    found: { '/refunds': 'Refund requests' },
    table: 'refund_requests',
  },
  unmatched_payment: {
    word: 'unmatched payment',
    actions: { match: 'matched', dismiss: 'dismissed' },
    screen: '/unmatched-payments',
    table: 'unmatched_payments',
  },
  unbooked_event: {
    word: 'Stripe event',
    actions: { resolve: 'resolved', reopen: 'reopened' },
    screen: '/stripe-events',
    table: 'unbooked_events',
  },
} as const satisfies NounDeclarations;
