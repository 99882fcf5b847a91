/** The order of what the search finds. */
import { expect, test } from 'vitest';
import { bestFirst, matches, onePerPerson } from './search-order.ts';

test('what begins with the query stands first, then what has such a word, the others as they were', () => {
  const labels = ['Site classes', 'Unclassed', 'Class commission', 'Outclassed', 'Add class'];
  const ranked = bestFirst(
    labels.map((label) => ({ label })),
    'CLASS',
  );
  expect(ranked.map(({ label }) => label)).toEqual([
    'Class commission',
    'Site classes',
    'Add class',
    'Unclassed',
    'Outclassed',
  ]);
});

test('every word has to be there, in any order', () => {
  expect([matches('Add banner', 'banner add'), matches('Add banner', 'banner edit')]).toEqual([true, false]);
});

test('a person is one hit, on the screen that comes first; other records with the same number stay', () => {
  const kept = onePerPerson([
    { screen: '/users', found: [{ id: 1 }, { id: 2 }] },
    { screen: '/commissions/instructors', found: [{ id: 2 }, { id: 3 }] },
    { screen: '/classes', found: [{ id: 1 }] },
  ]);
  expect(kept.map(({ found }) => found.map(({ id }) => id))).toEqual([[1, 2], [3], [1]]);
});
