import { expect, test } from 'vitest';
import { csvLine, csvText } from './csv.ts';

test.each([
  ['=1', "'=1"],
  [' =1', "' =1"],
  ['\u00a0\u3000=1', "'\u00a0\u3000=1"],
  ['\n=1', "'\n=1"],
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

test.each(['-5.00', '+5', '-5,00', '5', 'a=1', "'=1", '', ' ', ' x', 'Ölmalerei', '1+1', 'x\t', '\nx'])(
  '%j stays as it is',
  (text) => {
    expect(csvText(text)).toBe(text);
  },
);

test('a line quotes what needs it, after the rule, and ends in CRLF', () => {
  expect(csvLine(['ID', 'a,b', 'say "so"', '=1', '-1', '=",'])).toBe(
    `ID,"a,b","say ""so""",'=1,-1,"'="","\r\n`,
  );
});
