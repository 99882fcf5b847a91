import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutEnd } from './without-end.ts';

test('takes a character off the end, however often it stands there', () => {
  expect(['1.500', '0', '', '0a', 'a//'].map((text) => withoutEnd(text, '0'))).toEqual([
    '1.5',
    '',
    '',
    '0a',
    'a//',
  ]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('/', 'a', '\n') }), (text) => {
      expect(withoutEnd(text, '/')).toBe(text.replace(/\/+(?![^])/, ''));
    }),
  );
});
