import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discountOf, displayOrderOf } from './coercions.ts';

test.each([
  ['x', 0],
  ['', 0],
  [null, 0],
  [true, 0],
  [[7], 0],
  [-5, 0],
  [12.7, 12],
  ['12,7', 12],
  [' 12 ', 12],
  [140, 100],
  ['140', 100],
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, 100],
])('a discount of %j is %i', (value, discount) => {
  expect(discountOf(value)).toBe(discount);
});

test('both are whole numbers within their bounds, whatever comes', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const [discount, order] = [discountOf(value), displayOrderOf(value)];
      expect(Number.isInteger(discount) && discount >= 0 && discount <= 100).toBe(true);
      expect(Number.isInteger(order) && order >= 0 && order <= 2_147_483_647).toBe(true);
      expect(Object.is(discount, -0) || Object.is(order, -0)).toBe(false);
    }),
  );
});
