import type { AttentionKind } from '../contract.ts';

type Words = {
  noun: readonly [one: string, more: string];
  why: string;
};

const recalculations = (of: string): Words => ({
  noun: [`recalculation of ${of} waits`, `recalculations of ${of} wait`],
  why: 'They run by themselves; until then each can be looked at and cancelled.',
});

export const ATTENTION_WORDS: Record<AttentionKind, Words> = {
  refunds_failed: {
    noun: ['charge whose refund failed or has no outcome', 'charges whose refund failed or has no outcome'],
    why: 'The money did not go back, or after an hour nobody knows whether it did.',
  },
  unbooked_events: {
    noun: ['Stripe event that can’t be booked', 'Stripe events that can’t be booked'],
    why: 'Refunds or disputes that match no transaction here. Check them in Stripe.',
  },
  unmatched_payments: {
    noun: ['payment that names nothing we sell', 'payments that name nothing we sell'],
    why: 'Say what each was for, or that it is none of ours.',
  },
  webhooks_off: {
    noun: ['webhook stopped after failed tries', 'webhooks stopped after failed tries'],
    why: 'Once its address answers again, activate it in its program.',
  },
  refunds_to_return: {
    noun: ['transaction to return by hand', 'transactions to return by hand'],
    why: 'Return the money outside, then mark the refund as returned.',
  },
  refund_requests: {
    noun: ['refund request', 'refund requests'],
    why: 'They wait until somebody approves or rejects them.',
  },
  payouts_to_approve: {
    noun: ['batch of payouts to approve', 'batches of payouts to approve'],
    why: 'Their lines are claimed; no file is made until a second superadmin has looked.',
  },
  payees_without_method: {
    noun: ['payee without a payout method', 'payees without a payout method'],
    why: 'They have money due but no payout details. Notify them.',
  },
  stuck_debts: {
    noun: ['negative balance older than 90 days', 'negative balances older than 90 days'],
    why: 'No payout was large enough to take them off.',
  },
  held_charges: {
    noun: ['held charge', 'held charges'],
    why: 'Their rows do not fit together, so no payout takes them.',
  },
  undrawn_events: {
    noun: ['giveaway to draw', 'giveaways to draw'],
    why: 'They have ended, and their winner is not drawn yet.',
  },
  orders: {
    noun: ['order to fulfill', 'orders to fulfill'],
    why: 'It is known where they go or how they are paid.',
  },
  instructor_recalculations: recalculations('instructors'),
  program_recalculations: recalculations('programs'),
  class_recalculations: recalculations('classes'),
  site_recalculations: recalculations('the global site'),
  imports_failed: {
    noun: ['failed import of users', 'failed imports of users'],
    why: 'What was written can be undone; the file can be brought again.',
  },
  site_imports_failed: {
    noun: ['failed import', 'failed imports'],
    why: 'Undo it, or upload the file again.',
  },
  rules_failed: {
    noun: ['email rule that failed', 'email rules that failed'],
    why: 'They write to nobody until what stands in their way is put right.',
  },
  translations_outdated: {
    noun: ['text with outdated translations', 'texts with outdated translations'],
    why: 'Their English has changed since they were translated.',
  },
};
