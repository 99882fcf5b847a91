import { expect, test } from 'vitest';
import { hasTick, offersNotify, offersPay } from './offers.ts';

const asked = (row: Partial<Parameters<typeof offersPay>[0]>) => {
  const whole = { amount: 10, paid_by: null, pay_to_id: 7, notified_at: null, ...row };
  return [offersNotify(whole), offersPay(whole)];
};

test('a user with money and no method is notified first; with a method, or neither user nor method, paid', () => {
  expect(asked({})).toEqual([true, false]);
  expect(asked({ notified_at: '2026-11-01T00:00:00Z' })).toEqual([true, true]);
  expect(asked({ paid_by: 'paypal' })).toEqual([false, true]);
  expect(asked({ pay_to_id: null })).toEqual([false, true]);
});

test('nobody without money is notified or paid', () => {
  for (const amount of [0, -5])
    for (const paid_by of ['paypal', null])
      expect(asked({ amount, paid_by, notified_at: '2026-11-01T00:00:00Z' })).toEqual([false, false]);
});

test('a method that lacks what it needs gets no tick', () => {
  const row = { amount: 10, paid_by: 'bank_deposit', pay_to_id: 7, notified_at: null };
  expect(hasTick({ ...row, method_fault: null })).toBe(true);
  expect(hasTick({ ...row, method_fault: 'IBAN missing' })).toBe(false);
});
