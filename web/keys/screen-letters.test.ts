import { expect, test } from 'vitest';
import { SCREENS } from '../screens.ts';

test('letters lead to each screen of the menu, and none begins with those of another', () => {
  const letters = SCREENS.flatMap(({ menu }) => (menu ? [menu.key] : []));
  expect(letters.length).toBeGreaterThan(35);
  expect(letters.filter((one) => !/^[a-z]{1,2}$/.test(one))).toEqual([]);
  const taken = letters.filter((one, at) =>
    letters.some((other, place) => place !== at && one.startsWith(other)),
  );
  expect(taken).toEqual([]);
});
