import { expect, test } from 'vitest';
import { strengthOf } from './password-estimate.ts';

test('what is guessed first is weak, what is long and like nothing is strong', () => {
  for (const weak of [
    'password',
    'P@ssw0rd',
    'qwertyuiop',
    'aaaaaaaaaaaa',
    '20011225',
    'provost',
    'Provost1',
  ])
    expect([weak, strengthOf(weak, [])]).toEqual([weak, expect.toSatisfy((score: number) => score < 2)]);
  for (const strong of ['tram window otter brass', 'gH7!kz0Qv2#mWp'])
    expect([strong, strengthOf(strong, [])]).toEqual([strong, 4]);
});

test('what others know of the person is weak', () => {
  const password = 'zephyrine.quillfeather';
  expect(strengthOf(password, [])).toBe(4);
  expect(strengthOf(password, ['zephyrine.quillfeather@example.org'])).toBeLessThan(2);
});

test('as long as a password may be, it is answered', () => {
  expect(strengthOf('aB3$'.repeat(50), [])).toBeLessThan(4);
  expect(
    strengthOf(Array.from({ length: 200 }, (_, n) => String.fromCharCode(33 + ((n * 37) % 90))).join(''), []),
  ).toBe(4);
});
