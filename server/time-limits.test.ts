import { afterEach, expect, test, vi } from 'vitest';
import { timeLimit } from './time-limits.ts';

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['', 10],
  [' ', 10],
  ['1', 10],
  ['20', 200],
  // A process that was given it has not started.
  ['0', 10],
  ['many', 10],
])('TIME_LIMITS=%j', (factor, limit) => {
  vi.stubEnv('TIME_LIMITS', factor);
  expect(timeLimit(10)).toBe(limit);
});

test('what has to end before a lease does', () => {
  vi.stubEnv('TIME_LIMITS', '20');
  expect([timeLimit(10, 25), timeLimit(1, 25)]).toEqual([25, 20]);
});
