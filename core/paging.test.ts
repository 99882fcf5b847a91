import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAGE_LINKS, pageCount, pageLinks } from './paging.ts';

test('an empty list has one page, and a full one no page too many', () => {
  expect(pageCount(0)).toBe(1);
  expect(pageCount(50)).toBe(1);
  expect(pageCount(51)).toBe(2);
  expect(pageCount(11, 10)).toBe(2);
});

test('the links of the last page end with it', () => {
  expect(pageLinks(20, 20)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
});

test('the links slide with the page, hold it, and never leave the list', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (last, seed) => {
      const current = 1 + (seed % last);
      const links = pageLinks(current, last);
      expect(links).toHaveLength(Math.min(PAGE_LINKS, last));
      expect(links).toContain(current);
      expect(links[0]).toBeGreaterThanOrEqual(1);
      expect(links.at(-1)).toBeLessThanOrEqual(last);
    }),
  );
});
