import { describe, expect, test } from 'vitest';
import { headersOf, matchColumns } from './column-matching.ts';

const FIELDS = {
  email: {
    names: ['email', 'emailaddress'],
    perhaps: ['username'],
    looks: (value: string) => value.includes('@'),
  },
  name: { names: ['name'] },
} as const;
const match = (columns: Record<string, string[]>) => matchColumns(Object.keys(columns), columns, FIELDS);

describe('columns are known', () => {
  test.each<[string, Record<string, string[]>, Record<string, string>]>([
    ['by their names', { 'E-Mail Address': [], NAME: [] }, { 'E-Mail Address': 'email', NAME: 'name' }],
    ['the likelier name first', { 'email address': [], email: [] }, { 'email address': '', email: 'email' }],
    ['by a doubtful name that its values bear out', { username: ['a@b'] }, { username: 'email' }],
    ['not by one that they do not', { username: ['ada', 'a@b'] }, { username: '' }],
    ['by the look of their values', { x: ['a@b', ''], y: ['a'] }, { x: 'email', y: '' }],
    ['each field once', { email: ['a@b'], other: ['a@b'] }, { email: 'email', other: '' }],
    ['not where they are empty', { x: [], y: [''] }, { x: '', y: '' }],
  ])('%s', (_, columns, mapping) => {
    expect(match(columns)).toEqual(mapping);
  });
});

test('headers get names that differ', () => {
  expect(headersOf(['a', ' a ', '', 'a', ''])).toEqual(['a', 'a (2)', 'Column 3', 'a (3)', 'Column 5']);
});
