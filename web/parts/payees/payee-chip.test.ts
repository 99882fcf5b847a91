import { expect, test } from 'vitest';
import type { Against } from '../../../features/payouts/rules.ts';
import { stopWords } from './payee-chip.tsx';

test.each<[string | null, Against[], { future_sessions?: number; ready_at?: string }]>([
  ['Deleted', ['no_method', 'deleted', 'nothing'], {}],
  ['Inactive', ['blocked', 'new_account'], {}],
  ['No payout method', ['no_method', 'pending'], {}],
  ['Details need approval', ['new_account', 'unapproved'], { ready_at: '2026-12-01T10:00:00Z' }],
  ['Ready Dec 1, 2026', ['new_account'], { ready_at: '2026-12-01T10:00:00Z' }],
  ['Ready Dec 1, 2026', ['on_hold', 'nothing'], { ready_at: '2026-12-01T10:00:00Z' }],
  ['1 upcoming session', ['pending', 'nothing'], { future_sessions: 1 }],
  ['2 upcoming sessions', ['pending', 'nothing'], { future_sessions: 2 }],
  ['Upcoming sessions', ['pending', 'nothing'], {}],
  ['Below the minimum', ['pending', 'below_minimum'], {}],
  ['On hold', ['held', 'nothing'], {}],
  ['Nothing to pay', ['nothing'], {}],
  [null, ['needs_approval'], {}],
])('%s', (words, against, more) => {
  expect(stopWords({ against, payable: 0, ...more })).toBe(words);
});
