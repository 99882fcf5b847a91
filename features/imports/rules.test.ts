import { expect, test } from 'vitest';
import { looksLikeData, textOf, whyNotMapped } from './rules.ts';

const TITLES = { email: 'Email' };

test('a mapping names columns and fields, and each field once', () => {
  expect(whyNotMapped({ a: 'email', b: '' }, ['a', 'b'], TITLES)).toBeNull();
  expect(whyNotMapped({ c: 'email' }, ['a'], TITLES)).toMatch(/no column "c"/);
  expect(whyNotMapped({ a: 'colour' }, ['a'], TITLES)).toMatch(/no field "colour"/);
  expect(whyNotMapped({ a: 'email', b: 'email' }, ['a', 'b'], TITLES)).toMatch(/Two columns/);
  expect([looksLikeData(['email']), looksLikeData(['a', 'x@y.z'])]).toEqual([false, true]);
});

test('a cell loses the apostrophe of our own exports, and no other', () => {
  expect(['\u200b', ' \u2800\u00a0', ' \u200bAda '].map(textOf)).toEqual(['', '', '\u200bAda']);
  expect(["'=1", "'+49 30 1", "'-", "'@x", "'-5.00", "'tis", "''=1", ' a '].map(textOf)).toEqual([
    '=1',
    '+49 30 1',
    '-',
    '@x',
    "'-5.00",
    "'tis",
    "''=1",
    'a',
  ]);
});
