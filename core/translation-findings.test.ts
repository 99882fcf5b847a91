import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '../test/cpu-time.ts';
import { findingsIn } from './translation-findings.ts';

const inWords = (english: string, translation: string) =>
  findingsIn(english, translation).map(
    ({ kind, text, missing }) => `${missing ? 'lacks' : 'has'} ${kind} ${text}`,
  );

describe('placeholders', () => {
  test.each([
    ['Dear ::[[name]]::', 'Liebe Leute', ['lacks placeholder ::[[name]]::']],
    ['Dear ::[[name]]::', 'Liebe [[::name::]]', []],
    ['Dear {name}', 'Liebe {nom}', ['lacks placeholder {name}', 'has placeholder {nom}']],
    ['{{a.b}} and {{a.b}}', '{{a.b}}', []],
    ['{number1}', '{number1}', []],
    ['Nothing', 'Nichts {x}', ['has placeholder {x}']],
    ['{ not one }', 'Klammern', []],
  ])('%j, %j', (english, translation, found) => expect(inWords(english, translation)).toEqual(found));
});

describe('links', () => {
  test.each([
    ['See https://a.example/b?c=1.', 'Siehe https://a.example/b?c=1', []],
    ['See www.a.example', 'Siehe dort', ['lacks link www.a.example']],
    ['See it', '見る https://a.example/2です', ['has link https://a.example/2']],
    ['HTTPS://A.example (https://b.example)', 'HTTPS://A.example （https://b.example）', []],
  ])('%j, %j', (english, translation, found) => expect(inWords(english, translation)).toEqual(found));
});

describe('numbers', () => {
  test.each([
    ['In 3 weeks', 'In drei Wochen', ['lacks number 3']],
    ['In 3 weeks', 'In 4 Wochen', ['lacks number 3', 'has number 4']],
    ['1,000 students', '1.000 Studenten', []],
    ['1,000 students', '1\u202f000 étudiants', []],
    ['12,345,678.50 USD', '12.345.678,5 USD', []],
    ['100,000', '1,00,000', []],
    ['3.5 hours', '3,5 Stunden', []],
    ['3.5 hours', '35 Stunden', ['lacks number 3.5', 'has number 35']],
    ['0.125', '0,125', []],
    ['11/22/2026', '22.11.2026', []],
    ['At 12:30', 'À 12 h 30', []],
    ['2026, 7 and 007', '2026、7', []],
    ['In 2026, 100 of them', '2026 waren es 100', []],
    ['12,345.6', '١٢٬٣٤٥٫٦', []],
    ['1 2 3', '3 2 1', []],
  ])('%j, %j', (english, translation, found) => expect(inWords(english, translation)).toEqual(found));

  const ZEROS = Array.from('٠۰߀०০੦૦୦௦౦೦൦๐໐༠၀០᠐᱀０𝟎𝟘');
  const written = (value: number, zero: string) =>
    Array.from(String(value))
      .map((digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))
      .join('');

  test('are the same in the digits of every script', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...ZEROS), fc.constantFrom(...ZEROS), (value, one, other) => {
        expect(inWords(`a ${value} b`, `a ${written(value, one)} b`)).toEqual([]);
        expect(inWords(`${written(value, one)}`, `${written(value, other)}`)).toEqual([]);
        expect(inWords(`${value}`, `${written(value + 1, one)}`)).toHaveLength(2);
      }),
    );
  });

  test('are the same however their language writes them', () => {
    const locales = fc.constantFrom('en', 'de', 'fr', 'hi', 'ar-EG', 'de-CH', 'ru', 'bn', 'ja', 'es');
    const numbers = fc.oneof(
      fc.integer({ min: 0, max: 2_000_000_000 }),
      fc.nat(99_999).map((hundredths) => hundredths / 100),
    );
    fc.assert(
      fc.property(numbers, locales, locales, (value, one, other) => {
        expect(inWords(`${value.toLocaleString(one)} x`, `y ${value.toLocaleString(other)}`)).toEqual([]);
      }),
    );
  });
});

test('nothing is found in what is the same, or where one is empty; what one lacks the other has', () => {
  const piece = fc.constantFrom(
    'word',
    '{name}',
    '::[[a]]::',
    'https://x.example/1',
    '12',
    '3.5',
    '٤',
    ' ',
    ',',
    '.',
    '::',
    '[[',
    '{',
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '));
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(findingsIn(one, one)).toEqual([]);
      expect(findingsIn(one, ' ')).toEqual([]);
      const mirrored = findingsIn(other, one).map((found) => ({ ...found, missing: !found.missing }));
      expect(new Set(findingsIn(one, other).map((found) => JSON.stringify(found)))).toEqual(
        new Set(mirrored.map((found) => JSON.stringify(found))),
      );
    }),
  );
});

test.each(['{', '::[[', '[[::a', '1,', '1 000', 'http://', 'https://.', '{a', '٠', '1.'])(
  'looks at many of %j in linear time',
  (piece) => {
    // A tenth of a second; what is quadratic takes minutes.
    expect(cpuTimeOf(() => findingsIn(piece.repeat(200_000), 'x'))).toBeLessThan(5_000);
  },
);
