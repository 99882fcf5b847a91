import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, csvText, uncsvText } from './csv.ts';

test.each([
  ['=1', "'=1"],
  [' =1', "' =1"],
  ['\u00a0\u3000=1', "'\u00a0\u3000=1"],
  ['\n=1', "'\n'=1"],
  ['Ada;=1+1;', "Ada;'=1+1;"],
  ['Ada;"=1"', `Ada;'"=1"`],
  ['a\t=1', "a\t'=1"],
  ['a|@x', "a|'@x"],
  ['a; =1', "a;' =1"],
  ['a\r\n-x', "a\r\n'-x"],
  ['a;-5;+1x', "a;-5;'+1x"],
  ['=1;=2', "'=1;'=2"],
  ['a;-5', "a;'-5"],
  ['\uff1d1', "'\uff1d1"],
  ['\uff0b1', "'\uff0b1"],
  ['\uff0d1', "'\uff0d1"],
  ['\uff20x', "'\uff20x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  [' \tx', "' \tx"],
  ['\rx', "'\rx"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-', "'-"],
  ['--5', "'--5"],
  ['-5.', "'-5."],
  ['-.5', "'-.5"],
  ['-5.0.0', "'-5.0.0"],
  ['-5\n', "'-5\n"],
  ['-\u0665', "'-\u0665"],
  ['-1e5', "'-1e5"],
])('%j is kept from being a formula', (text, kept) => {
  expect(csvText(text)).toBe(kept);
});

test.each([
  '-5.00',
  '+5',
  '-5,00',
  '5',
  'a=1',
  "'=1",
  '',
  ' ',
  ' x',
  'Ölmalerei',
  '1+1',
  'x\t',
  '\nx',
  'a;b',
  'a;-5;b',
  'a;+5,00;',
  'a - b, -c',
])('%j stays as it is', (text) => {
  expect(csvText(text)).toBe(text);
});

test('a line quotes what needs it, after the rule, and ends in CRLF', () => {
  expect(csvLine(['a\nb', 'c\rd', 'e'])).toBe('"a\nb","c\rd",e\r\n');
  expect(csvLine(['ID', 'a,b', 'say "so"', '=1', '-1', '=",'])).toBe(
    `ID,"a,b","say ""so""",'=1,-1,"'="","\r\n`,
  );
});

test('no reader finds a formula in a file, whichever separator it uses', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      ';',
      ',',
      '|',
      '\t',
      '\r',
      '\n',
      '"',
      ' ',
      'a',
      '1',
      '.',
      '\u00a0',
      '\uff1d',
    ),
    maxLength: 12,
  });
  fc.assert(
    fc.property(text, text, (first, second) => {
      const file = csvLine([first, second]);
      for (const delimiter of [',', ';', '\t', '|'])
        for (const cell of cellsBy(delimiter, file)) {
          const told = `${JSON.stringify(cell)} of ${JSON.stringify(file)} by ${JSON.stringify(delimiter)}`;
          const isFormula =
            /^\s*[=@\uff1d+-]/.test(cell) && !/^\s*[+-]\d+(?:[.,]\d+)?(?:[,;|\s]|$)/.test(cell);
          expect(isFormula, told).toBe(false);
        }
    }),
    // A plain number is none, also behind a tab that this reader does not separate by.
    { numRuns: 3000, examples: [['', '|\t+1|']] },
  );
});

/** As spreadsheets do: quotes at the beginning of a cell hold it together, what follows them is taken as it is. */
function cellsBy(delimiter: string, file: string): string[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^\r\n${delimiter}]*)(?:[\r\n${delimiter}]|$)`, 'gy');
  return Array.from(file.matchAll(cell), ([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest);
}

test('a text comes back from an export as it was, unless it was written as exports write it', () => {
  const text = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', ';', ',', '|', '\t', '\r', '\n', '"', ' ', 'a', '1', '.'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(text, (given) => {
      expect(uncsvText(csvText(given))).toBe(given);
    }),
    // A plain number is none, also behind a tab that this reader does not separate by.
    { numRuns: 3000, examples: [['', '|\t+1|']] },
  );
});
