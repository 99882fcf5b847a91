import { expect, test } from 'vitest';
import { offersNotify, offersPay } from './offers.ts';

test('a user with money and no method is notified', () => {
  expect(offersNotify({ amount: 10, paid_by: null, pay_to_id: 7 })).toBe(true);
  expect(offersNotify({ amount: 10, paid_by: 'paypal', pay_to_id: 7 })).toBe(false);
  expect(offersNotify({ amount: 10, paid_by: null, pay_to_id: null })).toBe(false);
  expect(offersNotify({ amount: 0, paid_by: null, pay_to_id: 7 })).toBe(false);
});

test('a tick and Send are for whom something would be paid', () => {
  expect(offersPay({ payable: 1 })).toBe(true);
  expect(offersPay({ payable: 0 })).toBe(false);
});
