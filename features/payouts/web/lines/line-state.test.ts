import { expect, test } from 'vitest';
import { lineState } from './line-state.ts';

const of = (line: Partial<Parameters<typeof lineState>[0]>) =>
  Object.values(
    lineState({ type: 'payment', amount: 5, override: null, future_sessions: 0, held: null, ...line }),
  );

test('the upcoming sessions decide, unless somebody has', () => {
  expect(of({})).toEqual([true, 'Active']);
  expect(of({ future_sessions: 1 })).toEqual([false, 'Pending: 1 upcoming session']);
  expect(of({ future_sessions: 2, override: '1' })).toEqual([true, 'Active: forced, 2 upcoming sessions']);
  expect(of({ override: '-1' })).toEqual([false, 'Pending: forced']);
});

test('held lines, debts and credits are neither', () => {
  expect(of({ held: 'disputed', future_sessions: 3 })).toEqual([null, 'On hold: disputed (chargeback)']);
  expect(of({ type: 'adjustment', amount: -5 })).toEqual([null, 'Deducted from the next payout']);
  expect(of({ type: 'adjustment' })).toEqual([null, 'Added to the next payout']);
});
