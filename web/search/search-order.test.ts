/** The order of what the search finds. */
import { expect, test } from 'vitest';
import { bestFirst, matches, onePerPerson, readQuery } from './search-order.ts';

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

test('add, create and new are one verb of the search', () => {
  expect(['create banner', 'new banner', 'add banner'].map((query) => matches('Add banner', query))).toEqual([
    true,
    true,
    true,
  ]);
  expect(matches('Banners', 'new banner')).toBe(false);
});

test.each([
  ['#29988', { words: '', id: 29988, isName: false }],
  ['29988', { words: '', id: 29988, isName: true }],
  ['refund 29988', { words: 'refund', id: 29988, isName: true }],
  ['refund transaction #29988', { words: 'refund transaction', id: 29988, isName: false }],
  ['web3', { words: 'web3', id: null, isName: true }],
  ['0', { words: '0', id: null, isName: true }],
])('%s is read as an id with words, or as a name', (typed, read) => {
  expect(readQuery(typed)).toEqual(read);
});

test('a person is one hit, on the screen that comes first; other records with the same number stay', () => {
  const sources = [
    { screen: '/users', found: [{ id: 1 }, { id: 2 }] },
    { screen: '/instructors/:id', found: [{ id: 2 }, { id: 3 }] },
    { screen: '/commissions/instructors', found: [{ id: 1 }] },
    { screen: '/classes', found: [{ id: 1 }] },
  ];
  const idsOf = (kept: typeof sources) => kept.map(({ found }) => found.map(({ id }) => id));
  expect(idsOf(onePerPerson(sources))).toEqual([[1, 2], [3], [], [1]]);
  // Whoever types an id may mean the card of commissions.
  expect(idsOf(onePerPerson(sources, true))).toEqual([[1, 2], [3], [1], [1]]);
});
