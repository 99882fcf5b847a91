import { expect, test } from 'vitest';
import { lineState } from './line-state.ts';

const of = (line: Partial<Parameters<typeof lineState>[0]>) =>
  Object.values(
    lineState({ type: 'payment', amount: 5, override: null, future_sessions: 0, held: null, ...line }),
  );

test('the sessions to come decide, unless somebody has', () => {
  expect(of({})).toEqual([true, 'Active']);
  expect(of({ future_sessions: 1 })).toEqual([false, 'Pending: 1 session to come']);
  expect(of({ future_sessions: 2, override: '1' })).toEqual([true, 'Active: forced, 2 sessions to come']);
  expect(of({ override: '-1' })).toEqual([false, 'Pending: forced']);
});

test('held lines, debts and credits are neither', () => {
  expect(of({ held: 'disputed', future_sessions: 3 })).toEqual([
    null,
    'Held: the buyer’s bank wants the money back',
  ]);
  expect(of({ type: 'adjustment', amount: -5 })).toEqual([null, 'Taken off the next payout']);
  expect(of({ type: 'adjustment' })).toEqual([null, 'Added to the next payout']);
});
