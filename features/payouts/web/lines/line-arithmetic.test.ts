import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCIES, minorOf, splitAmount, toMajor } from '../../../../core/money.ts';
import { exactShare } from '../../../commissions/rules.ts';
import { lineArithmetic } from './line-arithmetic.ts';

const split = {
  divided: 44.99,
  commission: 58.5,
  divided_by: 100,
  exact: '26.31915',
  rounding: 0.01,
  kept: 0,
  amount: 26.32,
};
const line = (changed: object, amount: number, currency = 'USD') => ({
  split: { ...split, ...changed },
  amount,
  currency,
});

test('reads as it was done', () => {
  expect(lineArithmetic(line({}, 26.32))).toEqual({
    text: '44.99 × 58.5% = 26.32 (rounded up)',
    exact: '26.31915',
  });
  expect(lineArithmetic(line({ rounding: 0, amount: 26.31 }, 20))?.text).toBe(
    '44.99 × 58.5% = 26.31 (rounded down) − 6.31 refunded',
  );
  const even = { divided: 1000, commission: 50, exact: '500', rounding: 0, kept: 3, amount: 503 };
  expect(lineArithmetic(line(even, 503))).toEqual({
    text: '1,000.00 × 50% = 500.00 + 3.00 kept',
    exact: null,
  });
  expect(lineArithmetic(line({ ...even, divided_by: 60 }, 503))?.text).toContain('1,000.00 × 50 ÷ 60 =');
  expect(lineArithmetic({ split: null, amount: 1, currency: 'USD' })).toBe(null);
});

test('ends in the amount of the line, whatever was divided, rounded, kept and refunded', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      fc.constantFrom(...CURRENCIES),
      fc.integer({ min: 0, max: 90_000_000 }),
      weights,
      fc.nat(99_999),
      fc.nat(),
      (currency, divided, hundredths, kept, refund) => {
        const total = hundredths.reduce((sum, weight) => sum + weight, 0);
        const parts = hundredths.map((weight, row_id) => ({ type: 2, row_id, hundredths: weight }));
        for (const [index, share] of splitAmount(divided, parts).entries()) {
          const weight = hundredths[index] ?? 0;
          const refunded = refund % (share + kept + 1);
          const said = lineArithmetic({
            split: {
              divided: toMajor(divided, currency),
              commission: weight / 100,
              divided_by: total / 100,
              exact: exactShare(divided, weight / 100, total / 100, currency),
              rounding: toMajor(
                share - Math.floor(Number((BigInt(divided) * BigInt(weight)) / BigInt(total))),
                currency,
              ),
              kept: toMajor(kept, currency),
              amount: toMajor(share + kept, currency),
            },
            amount: toMajor(share + kept - refunded, currency),
            currency,
          });
          const [, result = ''] = (said?.text ?? '').split(' = ');
          expect(summed(result, currency)).toBe(share + kept - refunded);
          // Of what is below a ten thousandth of the smallest unit nobody is told.
          const exact = (BigInt(divided) * BigInt(weight) * 10_000n) / BigInt(total);
          expect(result.includes('rounded')).toBe(
            exact % 10_000n !== 0n || share !== Number(exact / 10_000n),
          );
        }
      },
    ),
  );
});

/** Adds up what stands behind the sign of equality, in minor units. */
function summed(text: string, currency: string): number {
  return [...text.matchAll(/([+−] )?([\d,]+(?:\.\d+)?)/g)].reduce(
    (sum, [, sign = '', figures = '']) =>
      sum + (sign.startsWith('−') ? -1 : 1) * minorOf(Number(figures.replaceAll(',', '')), currency),
    0,
  );
}
