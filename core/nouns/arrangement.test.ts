import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergedOrder, movedTo, numbered } from './arrangement.ts';

const someIds = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 20 });

test('places follow the order, rise, and are none that is taken', () => {
  expect([...numbered([7, 3, 9, 4], [3, 1])]).toEqual([
    [7, 2],
    [3, 4],
    [9, 5],
    [4, 6],
  ]);
  fc.assert(
    fc.property(someIds, someIds, (ids, taken) => {
      const places = numbered(ids, taken);
      expect([...places.keys()]).toEqual(ids);
      const all = [...places.values()];
      expect(all).toEqual(all.toSorted((a, b) => a - b));
      const free = Array.from({ length: ids.length + taken.length }, (_, place) => place + 1);
      expect(all).toEqual(free.filter((place) => !taken.includes(place)).slice(0, ids.length));
    }),
  );
});

test('a row is moved within the list, or added to it', () => {
  expect(movedTo([1, 2, 3], 1, 2)).toEqual([2, 3, 1]);
  expect(movedTo([1, 2, 3], 3, 0)).toEqual([3, 1, 2]);
  expect(movedTo([1, 2, 3], 2, -1)).toEqual([2, 1, 3]);
  expect(movedTo([1, 2, 3], 9, 3)).toEqual([1, 2, 3, 9]);
});

test('my order stays over theirs, with what they added and without what they removed', () => {
  expect(mergedOrder([1, 2, 3], [3, 2, 1], [1, 2, 3])).toEqual([3, 2, 1]);
  expect(mergedOrder([1, 2, 3], [3, 1, 2], [2, 1, 9])).toEqual([1, 2, 9]);
  expect(mergedOrder([1, 2], [2, 1, 5], [1, 2, 5])).toEqual([2, 1, 5]);
  fc.assert(
    fc.property(someIds, someIds, someIds, (base, mine, theirs) => {
      const merged = mergedOrder(base, mine, theirs);
      expect(new Set(merged).size).toBe(merged.length);
      expect(mergedOrder(base, mine, base)).toEqual(mine);
      expect(merged.filter((id) => mine.includes(id))).toEqual(mine.filter((id) => merged.includes(id)));
    }),
  );
});
