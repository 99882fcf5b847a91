import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalsOf, formatMoney, MAX_MINOR, type Part, splitAmount, toMajor, toMinor } from './money.ts';

describe('splitAmount', () => {
  const parts = fc.array(fc.record({ type: fc.nat(4), row_id: fc.nat(1000), hundredths: fc.nat(10_000) }), {
    minLength: 1,
    maxLength: 12,
  });
  const weigh = (list: readonly Part[]) => list.reduce((sum, part) => sum + part.hundredths, 0);

  test('sums to the amount, and no share is a unit or more from its exact value', () => {
    fc.assert(
      fc.property(fc.nat(MAX_MINOR), parts, (amount, list) => {
        fc.pre(weigh(list) > 0);
        const shares = splitAmount(amount, list);
        expect(shares.reduce((sum, share) => sum + BigInt(share), 0n)).toBe(BigInt(amount));
        for (const [index, part] of list.entries()) {
          const scaled = BigInt(shares[index] ?? -1) * BigInt(weigh(list));
          const exact = BigInt(amount) * BigInt(part.hundredths);
          const distance = scaled > exact ? scaled - exact : exact - scaled;
          expect(distance < BigInt(weigh(list))).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('does not depend on the order in which parts with ranks of their own are given', () => {
    fc.assert(
      fc.property(fc.nat(100_000), parts, (amount, list) => {
        fc.pre(weigh(list) > 0);
        const ranked = list.map((part, index) => ({ ...part, row_id: index }));
        const forward = splitAmount(amount, ranked);
        const backward = splitAmount(amount, ranked.toReversed()).toReversed();
        expect(backward).toEqual(forward);
      }),
    );
  });

  test('gives the units left over to the largest remainders; ties to the lower type, then the lower row', () => {
    const third = { type: 2, row_id: 1, hundredths: 1 };
    expect(splitAmount(2, [{ ...third, row_id: 9 }, third, { ...third, type: 0 }])).toEqual([0, 1, 1]);
    expect(
      splitAmount(100, [
        { ...third, hundredths: 3333 },
        { ...third, type: 4, hundredths: 6667 },
      ]),
    ).toEqual([33, 67]);
  });

  test('refuses to divide an amount among parts without weight', () => {
    expect(() => splitAmount(1, [{ type: 0, row_id: 0, hundredths: 0 }])).toThrow(RangeError);
    expect(splitAmount(0, [{ type: 0, row_id: 0, hundredths: 0 }])).toEqual([0]);
  });
});

describe('units', () => {
  test.each([
    ['49.99', 'USD', 4999],
    ['49.9', 'USD', 4990],
    ['49', 'USD', 4900],
    ['49.990', 'USD', 4999],
    ['1200', 'JPY', 1200],
    ['1200.00', 'JPY', 1200],
    ['49.999', 'USD', null],
    ['1200.5', 'JPY', null],
    ['-1', 'USD', null],
    ['1e3', 'USD', null],
    ['', 'USD', null],
    ['9000000000.01', 'USD', null],
  ])('%s %s is %s minor units', (typed, currency, minor) => {
    expect(toMinor(typed, currency)).toBe(minor);
  });

  test('go there and back', () => {
    fc.assert(
      fc.property(fc.nat(MAX_MINOR), fc.constantFrom('USD', 'JPY', 'KRW'), (minor, currency) => {
        expect(toMinor(toMajor(minor, currency).toFixed(decimalsOf(currency)), currency)).toBe(minor);
      }),
    );
  });

  test('are shown with the decimals of the currency', () => {
    expect(formatMoney(123_456_789, 'USD')).toBe('USD 1,234,567.89');
    expect(formatMoney(1200, 'JPY')).toBe('JPY 1,200');
    expect(formatMoney(-5, 'EUR')).toBe('EUR −0.05');
  });
});
