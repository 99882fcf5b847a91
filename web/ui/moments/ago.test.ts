import { expect, test } from 'vitest';
import { agoOf } from './ago.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const before = (minutes: number) => agoOf(new Date(now - minutes * 60_000), now);

test('a moment of the last seven days is told as the time since, and no other', () => {
  expect([-5, -1, 0, 1, 59, 60, 119, 120].map(before)).toEqual([
    null,
    'now',
    'now',
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '1 h ago',
    '2 h ago',
  ]);
  expect([24 * 60, 47 * 60, 6 * 24 * 60 + 23 * 60, 7 * 24 * 60].map(before)).toEqual([
    '1 day ago',
    '1 day ago',
    '6 days ago',
    null,
  ]);
});
