import { describe, expect, test } from 'vitest';
import type { Attempt, Kind } from './calls.ts';
import { failedIn, isMet, longestGap, readsAway, writesAway } from './figures.ts';

const SECOND = 1000;
const ALL = { began: 0, ended: 60 * SECOND };

/** An attempt of a tenth of a second that ends at so many seconds. */
function attempt(kind: Kind, seconds: number, status = 200): Attempt {
  const ended = seconds * SECOND;
  return { kind, began: ended - 100, ended, status, said: '' };
}

describe('gaps', () => {
  const attempts = [
    attempt('sale', 1),
    attempt('read', 2),
    attempt('refund', 10),
    attempt('sale', 20, 503),
    attempt('payout', 40),
    attempt('read', 59),
  ];

  test('a write is away from one success to the next, of whatever kind', () => {
    expect(writesAway(attempts, ALL)).toBe(30);
    expect(readsAway(attempts, ALL)).toBe(57);
    expect(longestGap(attempts, ['sale', 'refund', 'payout', 'read'], ALL)).toBe(30);
  });

  test('the ends of the span count: nothing before it is of use', () => {
    expect(writesAway(attempts, { began: 11 * SECOND, ended: 39 * SECOND })).toBe(28);
  });
});

test('an answer that the caller has earned is no failed one', () => {
  const attempts = [
    attempt('sale', 1, 0),
    attempt('sale', 2, 503),
    attempt('payout', 3, 409),
    attempt('read', 4),
  ];
  expect(failedIn(attempts, ALL).map(({ status }) => status)).toEqual([0, 503]);
  expect(failedIn(attempts, { began: 1.5 * SECOND, ended: 60 * SECOND })).toHaveLength(1);
});

test('a figure without a goal misses none', () => {
  const figure = { fault: '', what: '', measured: 5, unit: 's' };
  expect([null, 5, 4].map((goal) => isMet({ ...figure, goal }))).toEqual([true, true, false]);
});
