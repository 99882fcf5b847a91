import { expect, test } from 'vitest';
import type { Bridge } from '../../../features/payouts/bridge.ts';
import { bridgeTerms, saysMore } from './bridge-words.ts';

const bridge = (terms: Bridge['terms']): Bridge => ({ terms, paid: 0 });

test('what is taken off has a minus, what comes to it a plus', () => {
  const whole = bridge([
    { of: 'sales', amount: 412.1 },
    { of: 'refunds', amount: -31.5 },
    { of: 'credits', amount: 5 },
    { of: 'debts', amount: -12 },
    { of: 'on_hold', amount: -91.56 },
  ]);
  expect(bridgeTerms(whole, 'USD')).toBe(
    'Sales 412.10 − refunds 31.50 + credits 5.00 − debts 12.00 − on hold 91.56',
  );
  expect(saysMore(whole)).toBe(true);
});

test('debts alone, in a currency without decimals', () => {
  const owed = bridge([
    { of: 'debts', amount: -1200 },
    { of: 'carried', amount: 1200 },
  ]);
  expect(bridgeTerms(owed, 'JPY')).toBe('− debts 1,200 + carried over 1,200');
});

test('one term is its own result', () => {
  expect(saysMore(bridge([{ of: 'sales', amount: 10 }]))).toBe(false);
  expect(bridgeTerms(bridge([]), 'USD')).toBe('');
});
