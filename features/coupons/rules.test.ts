import { expect, test } from 'vitest';
import { discountOf, isUsable } from './rules.ts';

test('a discount in words, with the decimals of its currency', () => {
  expect(discountOf({ kind: 'percent', value: 33.33, currency: null })).toBe('33.33% off');
  expect(discountOf({ kind: 'amount', value: 1250.5, currency: 'EUR' })).toBe('EUR 1,250.50 off');
  expect(discountOf({ kind: 'amount', value: 1500, currency: 'JPY' })).toBe('JPY 1,500 off');
});

test('usable until its last moment, and as long as the provider says so', () => {
  const redeem_by = '2026-05-01T12:00:00.000Z';
  const last = Date.parse(redeem_by);
  expect(isUsable({ valid: true, redeem_by }, last)).toBe(true);
  expect(isUsable({ valid: true, redeem_by }, last + 1)).toBe(false);
  expect(isUsable({ valid: true, redeem_by: null }, last)).toBe(true);
  expect(isUsable({ valid: false, redeem_by: null }, last)).toBe(false);
});
