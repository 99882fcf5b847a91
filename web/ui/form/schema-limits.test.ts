import { expect, test } from 'vitest';
import { z } from 'zod';
import { email, flag, text, wholeNumber } from '../../../core/fields.ts';
import { faultsOf, valuesFrom } from './schema-form.ts';
import { limitsOf } from './schema-limits.ts';

test('limits are found beneath whatever a field is wrapped in', () => {
  expect(limitsOf(text(200).trim().min(1, 'Enter a name'))).toEqual({ maxLength: 200, required: true });
  expect(limitsOf(text(20_000).optional().default(''))).toEqual({ maxLength: 20_000, required: false });
  expect(limitsOf(email)).toEqual({ maxLength: 254, required: true });
  expect(limitsOf(wholeNumber(0, 2_147_483_647).nullable())).toEqual({ max: 2_147_483_647, required: false });
  expect(limitsOf(z.number().min(0).max(7))).toEqual({ max: 7, required: true });
  expect(limitsOf(flag)).toEqual({ max: undefined, required: false });
});

test('faults are in the words of the contract, of the form, or plain ones', () => {
  const schema = z.object({
    name: text(5).trim().min(1, 'Enter a name'),
    password: text(9).min(3),
    email,
    price: z.number('must be a number'),
    places: z.int().max(9),
  });
  const faults = (values: Record<string, unknown>) =>
    faultsOf(schema, values, values, { price: 'Enter a price', email: 'Enter your email address' });
  expect(faults({ name: ' ', password: 'ab', email: 'a@', price: 1, places: 10 })).toEqual({
    name: 'Enter a name',
    password: 'At least 3 characters',
    email: 'This is not an email address',
    places: 'At most 9',
  });
  expect(faults({ name: 'a', password: 'abc', email: '', price: null, places: 1 })).toEqual({
    email: 'Enter your email address',
    price: 'Enter a price',
  });
  expect(faults({ name: 'a', password: 'abc', email: 'a@b.org', price: 'x', places: 1 })).toEqual({
    price: 'Must be a number',
  });
});

test('the values of a record are those that the form knows', () => {
  const blank = { name: '', active: true, price: null };
  const record = { id: 1, name: 'Books', active: 0, price: 3, updated_at: 'now' };
  expect(valuesFrom(blank, record)).toEqual({ name: 'Books', active: false, price: 3, updated_at: 'now' });
});
