import { expect, test } from 'vitest';
import { arithmeticOf } from './arithmetic.ts';

const line = {
  divided: 49.99,
  commission: 12.5,
  divided_by: 100,
  exact: '6.24875',
  rounding: 0.01,
  kept: 0,
  amount: 6.25,
};

test('a cent by largest remainder is said', () => {
  expect(arithmeticOf(line, 'USD')).toEqual({
    formula: '49.99 × 12.5% = 6.24875 → 6.25',
    rounding: '+0.01 by largest remainder',
    kept: null,
  });
});

test('nothing was rounded of an amount in thousands that came out even', () => {
  const even = { ...line, divided: 2469, commission: 50, exact: '1234.5', rounding: 0, amount: 1234.5 };
  expect(arithmeticOf(even, 'USD')).toEqual({
    formula: '2,469.00 × 50% = 1,234.50',
    rounding: null,
    kept: null,
  });
});

test('what is cut off is said, and where it went', () => {
  expect(arithmeticOf({ ...line, rounding: 0, amount: 6.24 }, 'USD').rounding).toBe('rounded down');
  expect(arithmeticOf({ ...line, divided: 4999, exact: '624.875', rounding: 0, amount: 624 }, 'JPY')).toEqual(
    {
      formula: '4,999 × 12.5% = 624.875 → 624',
      rounding: 'rounded down',
      kept: null,
    },
  );
});

test('an exact share has nothing to round', () => {
  const exact = arithmeticOf({ ...line, divided: 50, exact: '6.25', rounding: 0 }, 'USD');
  expect(exact).toMatchObject({ formula: '50.00 × 12.5% = 6.25', rounding: null });
});

test('a share of a rest, and what stayed from before', () => {
  const rest = {
    ...line,
    divided: 30,
    divided_by: 87.5,
    exact: '4.285714',
    rounding: 0,
    kept: 2,
    amount: 6.28,
  };
  expect(arithmeticOf(rest, 'USD')).toMatchObject({
    formula: '30.00 × 12.5 ÷ 87.5 = 4.285714 → 4.28',
    kept: 'USD 2.00 kept from an earlier split: 2.00 + 4.28 = 6.28',
  });
});
