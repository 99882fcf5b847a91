import { expect, test } from 'vitest';
import { priceInWords } from './rules.ts';

test('a price is said with its currency and how often it is paid', () => {
  const monthly = { amount: 12, currency: 'USD', interval: 'month', interval_count: 1 } as const;
  expect(priceInWords(monthly)).toBe('USD 12.00 a month');
  expect(priceInWords({ ...monthly, currency: 'JPY', amount: 900, interval_count: 3 })).toBe(
    'JPY 900 every 3 months',
  );
  expect(priceInWords({ ...monthly, amount: null, interval: 'year' })).toBe('USD by tiers a year');
  expect(priceInWords({ ...monthly, interval: null })).toBe('USD 12.00 once');
});
