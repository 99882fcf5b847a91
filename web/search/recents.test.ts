/** Which record an address is open at, and what is kept of it. */
import { expect, test } from 'vitest';
import { SCREENS } from '../screens.ts';
import { keepRecent, recentsOf, recordAt } from './recents.ts';

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://provost');
  return recordAt({ pathname, search }, SCREENS);
};

test('the address of each screen that opens a record is the record’s own', () => {
  const opening = SCREENS.flatMap(({ record }) => record ?? []).filter(
    // What has no number is found by its name, and is not kept.
    ({ address }) => address(1) !== address(2),
  );
  expect(opening.length).toBeGreaterThan(20);
  for (const { address } of opening) {
    const found = at(address(4711));
    expect(found?.id, address(4711)).toBe(4711);
    const screen = SCREENS.find(({ path }) => path === found?.screen);
    expect(screen?.record?.address(4711)).toBe(address(4711));
  }
});

test.each([
  ['/banners?program_id=2&edit=5&page=3', { screen: '/banners', id: 5 }],
  ['/banners?program_id=2', null],
  ['/banners?edit=x', null],
  ['/instructors/5?section=payouts', { screen: '/instructors/:id', id: 5 }],
  ['/commissions/instructors?name=%235', { screen: '/commissions/instructors', id: 5 }],
  ['/transactions/5?refund=5', { screen: '/transactions', id: 5 }],
  ['/coupons?name=spring', null],
  ['/nowhere', null],
])('%s', (address, found) => {
  expect(at(address)).toEqual(found);
});

test('the last six of each person are kept, each once, and nothing else is read', () => {
  const kept = new Map<string, string>();
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  for (const id of [1, 2, 3, 4, 5, 6, 7, 3]) keepRecent(storage, 1, { screen: '/users', id });
  expect(recentsOf(storage, 1).map(({ id }) => id)).toEqual([3, 7, 6, 5, 4, 2]);
  expect(recentsOf(storage, 2)).toEqual([]);
  for (const broken of ['{', '5', 'null', '[null,{"screen":5,"id":1},{"screen":"/users","id":-1}]'])
    expect(
      recentsOf(() => ({ getItem: () => broken }), 1),
      broken,
    ).toEqual([]);
});

test('a storage that is full or switched off keeps nothing and breaks nothing', () => {
  const off = () => {
    throw new Error('denied');
  };
  const full = () => ({
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  for (const broken of [off, full]) {
    keepRecent(broken, 1, { screen: '/users', id: 1 });
    expect(recentsOf(broken, 1)).toEqual([]);
  }
});
