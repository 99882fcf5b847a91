import { expect, test } from 'vitest';
import { CLASS_CSV } from '../classes/contract.ts';
import { flagOf, guessMapping, hundredthsOf, listOf, typeOf, whyNotImported } from './rules.ts';

test('the columns of the list of classes are known, and those that nobody saves are left out', () => {
  const titles = Object.values(CLASS_CSV).map(([title]) => title);
  expect(guessMapping(titles, {})).toEqual({
    ID: 'id',
    'Class name': 'class_name',
    'Instructor name': 'instructor_id',
    Enrolled: '',
    'Class price': 'class_price',
    Currency: 'currency',
    'Membership discount': 'membership_discount',
    'Other-membership discount': 'membership_discount_other',
    Deleted: '',
    Status: 'status',
    Featured: '',
    'Display order': '',
    'Home program': 'program_id',
  });
});

test.each([
  ['12.5', 1250],
  ['12,5 %', 1250],
  ['100%', 10_000],
  ['0', 0],
  ['0.05', 5],
  ['100.01', undefined],
  ['-1', undefined],
  ['1.234', undefined],
  ['x', undefined],
])('%s as a percentage', (text, hundredths) => {
  expect(hundredthsOf(text)).toBe(hundredths);
});

test('words for yes and no, for types, and lists of programs', () => {
  expect(['Active', '0', 'maybe'].map(flagOf)).toEqual([true, false, undefined]);
  expect(['Bundle', 'class', '1', 'event'].map(typeOf)).toEqual([true, false, true, undefined]);
  expect(['2, 3 2', 'Aprende Ya; crafts;', ''].map(listOf)).toEqual([
    ['2', '3'],
    ['Aprende Ya', 'crafts'],
    [],
  ]);
});

test('a file names classes, or their IDs', () => {
  const mappings: Record<string, string>[] = [{ a: 'class_name' }, { a: 'id' }, { a: 'class_price' }, {}];
  expect(mappings.map(whyNotImported)).toEqual([
    null,
    null,
    expect.stringContaining('Choose the column'),
    expect.stringContaining('Choose the column'),
  ]);
});
