import { expect, test } from 'vitest';
import { prizeOf } from './prize-words.ts';

test.each([
  [[['A']], '“A”'],
  [[['A', 'B']], '“A” and “B”'],
  [[['A'], ['B', 'C']], '“A”, “B” and 1 other event'],
  [[['A', 'B', 'C', 'D']], '“A”, “B” and 2 other events'],
])('%j', (products, words) => {
  expect(prizeOf(products.map((prize_of) => ({ prize_of })))).toBe(words);
});
