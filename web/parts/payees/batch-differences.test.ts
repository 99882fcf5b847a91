import { expect, test } from 'vitest';
import { comparedSums } from './batch-differences.ts';

const sum = (currency: string, amount: number) => ({ currency, amount, payees: 1 });
const totals = [sum('USD', 1000.1), sum('USD', 204.4), sum('EUR', 5), sum('JPY', 23_008), sum('INR', 1)];

test('by currency that is paid, over all methods, with the difference to the batch before', () => {
  const last = { totals: [sum('EUR', 5), sum('GBP', 12.5), sum('USD', 0.3), sum('INR', 2)] };
  expect(comparedSums(totals, last)).toEqual([
    'EUR 5.00 (same)',
    'INR 1.00 (−1.00)',
    'JPY 23,008 (+23,008)',
    'USD 1,204.50 (+1,204.20)',
  ]);
});

test('alone where there is no batch before', () => {
  expect(comparedSums(totals, null)).toEqual(['EUR 5.00', 'INR 1.00', 'JPY 23,008', 'USD 1,204.50']);
});
