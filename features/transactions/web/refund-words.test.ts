import { expect, test } from 'vitest';
import { minorOf } from '../../../core/money.ts';
import type { RefundEntry, Transaction } from '../contract.ts';
import { standingOf, stateOf } from './refund-words.ts';

const refund = (amount: number, status: RefundEntry['status'], unknown: 0 | 1 = 0) =>
  ({ amount, status, unknown, currency: 'USD', by_hand: 0, returned_at: null }) as RefundEntry;
const charge = (given: Partial<Transaction>) =>
  standingOf({ amount: 50, refunded: 0, currency: 'USD', held: null, children: [], ...given } as Transaction);

test('a refund without a status is queued, unless somebody has been asked and did not answer', () => {
  const states = [refund(-1, null), refund(-1, null, 1), refund(-1, 'pending'), refund(-1, 'failed')];
  expect(states.map(stateOf)).toEqual(['queued', 'unconfirmed', 'sent to the provider', 'failed']);
});

test('what is on its way comes first, by state; then what failed, what is back, what is held', () => {
  const children = [
    refund(-0.1, null),
    refund(-0.2, null),
    refund(-7, 'pending'),
    refund(-3, null, 1),
    refund(-2, 'succeeded'),
    refund(-9, 'failed'),
  ];
  expect(charge({ children, refunded: 2, held: 'disputed' })).toEqual([
    'Refund of USD 0.30 queued',
    'Refund of USD 7.00 sent to the provider',
    'Refund of USD 3.00 unconfirmed',
    'A refund failed',
    'USD 2.00 refunded',
    'Disputed',
  ]);
  expect(charge({ refunded: 50, held: 'over_100' })).toEqual(['Refunded', 'On hold']);
  expect(charge({})).toEqual([]);
});

test('what was given back by hand says so, and how much of it is still owed', () => {
  const byHand = (amount: number, returned_at: string | null = null) => ({
    ...refund(amount, 'succeeded'),
    by_hand: 1 as const,
    returned_at,
  });
  expect(charge({ refunded: 3, children: [byHand(-1), byHand(-2), refund(-4, 'failed')] })).toEqual([
    'A refund failed',
    'USD 3.00 refunded',
    'By hand: USD 3.00 to be returned',
  ]);
  const done = byHand(-3, '2026-11-01T00:00:00Z');
  expect(charge({ refunded: 3, children: [done] })).toEqual(['USD 3.00 refunded', 'By hand']);
});

test('amounts come back to whole units, negative ones and those without decimals too', () => {
  expect([minorOf(0.29, 'USD'), minorOf(-4.35, 'EUR'), minorOf(700, 'JPY'), minorOf(0, 'USD')]).toEqual([
    29, -435, 700, 0,
  ]);
});
