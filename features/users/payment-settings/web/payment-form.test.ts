import { expect, test } from 'vitest';
import type { PaymentSettings } from '../contract.ts';
import { METHOD_FIELDS, METHODS } from '../rules.ts';
import { heldAfter, paymentBody, paymentFaults, paymentValues, paymentWord } from './payment-form.ts';

const IBAN = { last4: '3000', set: true as const };
const blank = Object.fromEntries(
  METHODS.map((method) => [method, Object.fromEntries(METHOD_FIELDS[method].map((field) => [field, '']))]),
) as PaymentSettings['fields'];
const read: PaymentSettings = {
  paid_by: 'bank_deposit',
  fields: { ...blank, bank_deposit: { ...blank.bank_deposit, full_name: 'Ada', iban: IBAN } },
  legacy: { paypal_address: '', bank_ac_no: null, routing_no: null, made_out_to: '', sent_to: '' },
  updated_at: '2026-01-01T00:00:00.000Z',
};
const values = paymentValues(read);
const confirmed = { ...values, password: 'mine' };

test('a secret is not in the form, and stays unless another is typed or it is taken away', () => {
  expect(values['bank_deposit/iban']).toBe('');
  expect(paymentBody(values, values)).toEqual({
    paid_by: 'bank_deposit',
    fields: {},
    password: '',
    updated_at: read.updated_at,
  });
  const change = { ...values, 'bank_deposit/iban': null, 'bank_deposit/city': 'Bonn', 'venmo/user': '@a' };
  expect(paymentBody(change, values).fields).toEqual({
    bank_deposit: { iban: null, city: 'Bonn' },
    venmo: { user: '@a' },
  });
});

test('faults name the field, and tidy first', () => {
  expect(paymentFaults({ ...confirmed, 'bank_deposit/iban': 'de89 3704 0044 0532 0130 00' })).toEqual({});
  expect(paymentFaults({ ...confirmed, 'direct/routing_number': '123456789' })).toEqual({
    'direct/routing_number': 'Routing number is not valid: check each digit',
  });
});

test('the own password is asked for', () => {
  expect(paymentFaults(values)).toEqual({ password: 'Enter your own password' });
  expect(paymentFaults(confirmed)).toEqual({});
});

test('what is kept counts for what a payment needs, what is taken away does not', () => {
  expect(heldAfter('bank_deposit', values, read)).toMatchObject({ iban: IBAN, full_name: 'Ada' });
  expect(heldAfter('bank_deposit', { ...values, 'bank_deposit/iban': null }, read).iban).toBeNull();
  expect(paymentWord('venmo/user')?.label).toBe('Venmo: User');
});
