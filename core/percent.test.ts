import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clampTyped, cleanNumber, fromHundredths, toHundredths, toNumber } from './percent.ts';

describe('what is typed', () => {
  test.each([
    ['6,95', '6.95'],
    ['6.95', '6.95'],
    ['6,95 %', '6.95'],
    ['abc12x', '12'],
    ['1.2.3', '1.23'],
    ['12.345', '12.34'],
    ['-5', '0'],
    ['−5', '0'],
    ['6.', '6.'],
    ['.5', '.5'],
    ['', ''],
  ])('%s is kept as %s', (typed, kept) => {
    expect(cleanNumber(typed)).toBe(kept);
  });

  test('is held between 0 and 100, or has no upper bound', () => {
    expect(clampTyped('101')).toBe('100');
    expect(clampTyped('100')).toBe('100');
    expect(clampTyped('250', null)).toBe('250');
  });

  test('is a number or nothing', () => {
    expect(toNumber('6.')).toBe(6);
    expect(toNumber('.')).toBeNull();
    expect(toNumber('')).toBeNull();
  });

  test('whatever it is, what is kept holds digits and at most one point', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        expect(cleanNumber(typed)).toMatch(/^\d*(\.\d{0,2})?$/);
      }),
    );
  });
});

test('hundredths are whole and go there and back', () => {
  fc.assert(
    fc.property(fc.nat(10_000), (hundredths) => {
      expect(toHundredths(fromHundredths(hundredths))).toBe(hundredths);
    }),
  );
});
