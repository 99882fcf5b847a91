import { expect, test } from 'vitest';
import { minorOf } from '../../../core/money.ts';
import type { RefundEntry, Transaction } from '../contract.ts';
import { standingOf, stateOf } from './refund-words.ts';

const refund = (amount: number, status: RefundEntry['status'], unknown: 0 | 1 = 0) =>
  ({ amount, status, unknown, currency: 'USD' }) as RefundEntry;
const charge = (given: Partial<Transaction>) =>
  standingOf({ amount: 50, refunded: 0, currency: 'USD', held: null, children: [], ...given } as Transaction);

test('a refund without a status is queued, unless somebody has been asked and did not answer', () => {
  const states = [refund(-1, null), refund(-1, null, 1), refund(-1, 'pending'), refund(-1, 'failed')];
  expect(states.map(stateOf)).toEqual(['queued', 'outcome not known yet', 'with the provider', 'failed']);
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
    'Refund of USD 7.00 with the provider',
    'Refund of USD 3.00 outcome not known yet',
    'A refund failed',
    'USD 2.00 refunded',
    'Disputed',
  ]);
  expect(charge({ refunded: 50, held: 'over_100' })).toEqual(['Refunded', 'Held']);
  expect(charge({})).toEqual([]);
});

test('amounts come back to whole units, negative ones and those without decimals too', () => {
  expect([minorOf(0.29, 'USD'), minorOf(-4.35, 'EUR'), minorOf(700, 'JPY'), minorOf(0, 'USD')]).toEqual([
    29, -435, 700, 0,
  ]);
});
