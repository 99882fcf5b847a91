import { expect, test } from 'vitest';
import { z } from 'zod';
import { trimmedText } from '../fields.ts';
import {
  blankOf,
  booleanField,
  flagField,
  inputOf,
  newOf,
  optionalText,
  requiredText,
  rowOf,
  translationOf,
} from './field-set.ts';

const FIELDS = {
  name: requiredText('Name', trimmedText(10), 'Enter a name'),
  note: optionalText('Note', trimmedText(10)),
  active: flagField('Active', true),
  auto_assign: booleanField('Assign to new programs', false),
  amount: { label: 'Amount', input: z.number(), row: z.number(), blank: null },
};

const least = { name: 'Ada', amount: 1 };

test('a new record may leave out what has an initial value, and nothing else', () => {
  const body = z.object(newOf(FIELDS));
  expect(body.parse(least)).toEqual({ ...least, note: '', active: true, auto_assign: false });
  const missing = body.safeParse({}).error?.issues.map(({ path }) => path[0]);
  expect(missing).toEqual(['name', 'amount']);
});

test('a change holds only what is told, and refuses an empty required text in its words', () => {
  const body = z.object(inputOf(FIELDS)).partial();
  expect(body.parse({ active: 0 })).toEqual({ active: false });
  expect(body.safeParse({ name: ' ' }).error?.issues[0]?.message).toBe('Enter a name');
});

test('a row reads as it is stored, a translation may be empty, a form begins with what is initial', () => {
  const row = { name: '', note: '', active: 1, auto_assign: true, amount: 2 };
  expect(z.object(rowOf(FIELDS)).parse(row)).toEqual(row);
  const texts = z.object(translationOf(FIELDS, ['name']));
  expect(texts.parse({ name: '' })).toEqual({ name: '' });
  expect(Object.keys(texts.shape)).toEqual(['name']);
  expect(blankOf(FIELDS)).toEqual({ name: '', note: '', active: true, auto_assign: false, amount: null });
});
