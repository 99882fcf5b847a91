/** A fault whose text has moved plants nothing: whoever renames is told here, and not by the next deep run. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS } from './faults.ts';

test('each is another one, and would be planted', () => {
  expect(new Set(FAULTS.map(({ what }) => what)).size).toBe(FAULTS.length);
  const lost = FAULTS.filter(({ at, from, to }) => {
    return !existsSync(at) || readFileSync(at, 'utf8').split(from).length !== 2 || from === to;
  });
  expect(lost.map(({ what, at }) => `${what}: its text does not stand once in ${at}`)).toEqual([]);
});

test('the test that is to see it is there', () => {
  expect(FAULTS.filter(({ by }) => !existsSync(by)).map(({ what, by }) => `${what}: ${by}`)).toEqual([]);
});

test('there are 150 at least, 80 of them of money, access, saves, lists and the focus', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(150);
  const kinds = FAULTS.filter(({ what }) => /^(?:money|access|save|list|focus): /.test(what));
  expect(kinds.length).toBeGreaterThanOrEqual(80);
});
