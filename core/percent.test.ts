import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clampTyped, cleanNumber, fromHundredths, isUnclear, toHundredths, toNumber } from './percent.ts';

describe('what is typed', () => {
  test.each([
    ['6,95', '6.95'],
    ['6.95', '6.95'],
    ['6,95 %', '6.95'],
    ['abc12x', '12'],
    ['1.2.3', '1.23'],
    ['12.345', '12.34'],
    ['1,000', '1.00'],
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

  test.each([
    ['1,000', 1000],
    ['1,234,567.89', 1_234_567.89],
    ['1.234.567,89', 1_234_567.89],
    ['1.000,50', 1000.5],
    ["1'000", 1000],
    ['1 000,5', 1000.5],
    ['6,95', 6.95],
    ['6,9', 6.9],
    ['6,', 6],
    ['.5', 0.5],
    ['-1,000', 0],
    // What could be a thousand, or is cut short by dropping digits, is not read at all.
    ['1.000', null],
    ['12.345', null],
    ['1,0000', null],
    ['1234,567', null],
    ['0,500', null],
    ['1,00,000', null],
    ['1.2.3', null],
  ])('%s where there is room for thousands is %s', (typed, number) => {
    for (const max of [null, 10_000_000]) {
      const kept = clampTyped(typed, max);
      expect(toNumber(kept)).toBe(number);
      expect(isUnclear(kept)).toBe(number === null);
    }
  });

  test('an amount of any language, typed key by key, is itself in the end or is not read', () => {
    const languages = fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH', 'hi-IN');
    fc.assert(
      fc.property(fc.nat(10_000_000_000), languages, fc.nat(2), (hundredths, language, decimals) => {
        const amount = Number((hundredths / 100).toFixed(decimals));
        const written = amount.toLocaleString(language, { minimumFractionDigits: decimals });
        const typed = Array.from(written).reduce((text, key) => cleanNumber(text + key, null), '');
        const canBeUnclear = /^\d{1,3}\.\d{3}$|\d,\d\d,\d{3}/.test(written);
        expect(isUnclear(typed)).toBe(canBeUnclear);
        expect(toNumber(typed)).toBe(canBeUnclear ? null : amount);
      }),
    );
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
