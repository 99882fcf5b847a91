import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { checkStaffPassword, isCommonPassword, isOfTheHouse } from './staff-passwords.ts';

test('ten thousand are refused, each once and in lower case, and no other', async () => {
  const lines = (await readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8'))
    .trimEnd()
    .split('\n');
  expect(new Set(lines).size).toBe(10_000);
  expect(lines.filter((line) => line !== line.toLowerCase())).toEqual([]);
  expect(lines.every((line) => isCommonPassword(line.toUpperCase()))).toBe(true);
  for (const dressed of [' password', 'password ', 'ｐassword']) expect(isCommonPassword(dressed)).toBe(true);
  for (const rare of ['demo-password', 'correct horse', 'Superman-and-Ada', ''])
    expect(isCommonPassword(rare)).toBe(false);
});

test('words of the house are no password, whatever stands around them; beside others they are', () => {
  const check = (password: string) => () => checkStaffPassword('data.password', password, 3);
  for (const guessed of [
    'Provost-2026!!',
    'provost admin',
    'LiL-T2026-2026',
    'SuperAdmin#1',
    'ｐrovostprovost',
  ])
    expect(check(guessed), guessed).toThrow('easy to guess here');
  for (const free of ['demo-password', 'provost eats pears', 'adminstration', '2026-11-27-2026'])
    expect(isOfTheHouse(free), free).toBe(false);
});

test('spaces alone are no password, however many', () => {
  const check = (password: string) => () => checkStaffPassword('data.password', password, 3);
  for (const blank of ['   ', '\u3000\t \u00A0'.repeat(5)]) expect(check(blank)).toThrow('only spaces');
  expect(check('a b c')).not.toThrow();
});
