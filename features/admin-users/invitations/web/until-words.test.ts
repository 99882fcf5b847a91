import { expect, test } from 'vitest';
import { invitationWords } from './until-words.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');

test.each([
  [null, 'Invitation ended'],
  ['2026-11-26T12:00:00Z', 'Invitation ended'],
  ['2026-11-26T12:00:20Z', 'Invited · ends in 1 min'],
  ['2026-11-26T12:59:00Z', 'Invited · ends in 59 min'],
  ['2026-11-26T17:59:59Z', 'Invited · ends in 5 h'],
  ['2026-11-27T12:00:00Z', 'Invited · ends in 24 h'],
])('%s: %s', (ends_at, words) => {
  expect(invitationWords({ ends_at }, NOW)).toBe(words);
});
