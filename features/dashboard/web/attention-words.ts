import type { AttentionKind } from '../contract.ts';

type Words = {
  noun: readonly [one: string, more: string];
  why: string;
  action: string;
};

const recalculations = (of: string): Words => ({
  noun: [`pending recalculation of ${of}`, `pending recalculations of ${of}`],
  why: 'They run automatically. You can review or cancel each one until then.',
  action: 'Review',
});

export const ATTENTION_WORDS: Record<AttentionKind, Words> = {
  refunds_failed: {
    noun: ['refund failed or unconfirmed', 'refunds failed or unconfirmed'],
    why: "The provider refused, or hasn't answered for an hour.",
    action: 'Resolve',
  },
  unbooked_events: {
    noun: ['Stripe event that can’t be booked', 'Stripe events that can’t be booked'],
    why: 'Refunds, disputes or payments that need a check in Stripe.',
    action: 'Check',
  },
  unmatched_payments: {
    noun: ['unmatched payment', 'unmatched payments'],
    why: 'Match each payment to what was bought, or dismiss it.',
    action: 'Match',
  },
  webhooks_off: {
    noun: ['webhook stopped after failed tries', 'webhooks stopped after failed tries'],
    why: 'Once its address answers again, activate it in its program.',
    action: 'Activate',
  },
  refunds_to_return: {
    noun: ['transaction to return by hand', 'transactions to return by hand'],
    why: 'Return the money yourself, then mark the refund as returned.',
    action: 'Return',
  },
  refund_requests: {
    noun: ['refund request', 'refund requests'],
    why: 'Needs approval',
    action: 'Decide',
  },
  payouts_failed: {
    noun: ['payout batch that failed', 'payout batches that failed'],
    why: 'Nothing of it was paid. See why, then pay again under Payouts.',
    action: 'Review',
  },
  payouts_to_approve: {
    noun: ['payout batch to approve', 'payout batches to approve'],
    why: 'Needs a second superadmin.',
    action: 'Approve',
  },
  personal_data_requests: {
    noun: ['personal data request', 'personal data requests'],
    why: 'Users requested their data or their erasure. Decide within a month.',
    action: 'Decide',
  },
  payees_without_method: {
    noun: ['payee without a payout method', 'payees without a payout method'],
    why: 'They have money due but no payout details. Notify them.',
    action: 'Notify',
  },
  stuck_debts: {
    noun: ['negative balance older than 90 days', 'negative balances older than 90 days'],
    why: 'No payout was large enough to cover them.',
    action: 'Review',
  },
  held_charges: {
    noun: ['transaction on hold', 'transactions on hold'],
    why: "Their commission rates conflict, so they can't be paid out.",
    action: 'Resolve',
  },
  undrawn_events: {
    noun: ['giveaway to draw', 'giveaways to draw'],
    why: 'Ended, no winner drawn yet',
    action: 'Draw',
  },
  orders: {
    noun: ['order to fulfill', 'orders to fulfill'],
    why: 'Address or payout details received.',
    action: 'Fulfill',
  },
  instructor_recalculations: recalculations('instructors'),
  program_recalculations: recalculations('programs'),
  class_recalculations: recalculations('classes'),
  site_recalculations: recalculations('the global site'),
  imports_failed: {
    noun: ['failed user import', 'failed user imports'],
    why: 'Undo the partial import or upload the file again.',
    action: 'Review',
  },
  class_imports_failed: {
    noun: ['failed class import', 'failed class imports'],
    why: 'Undo the partial import or upload the file again.',
    action: 'Review',
  },
  site_imports_failed: {
    noun: ['failed import', 'failed imports'],
    why: 'Undo the partial import or upload the file again.',
    action: 'Review',
  },
  rules_failed: {
    noun: ['email rule that failed', 'email rules that failed'],
    why: 'Not sending. Fix the error to resume.',
    action: 'Fix',
  },
  translations_outdated: {
    noun: ['text with outdated translations', 'texts with outdated translations'],
    why: 'The English changed after translation.',
    action: 'Translate',
  },
};
