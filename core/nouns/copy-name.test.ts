import { expect, test } from 'vitest';
import { copyName, copyPath } from './copy-name.ts';

test('a copy is named after its original', () => {
  expect(copyName('Teapot')).toBe('Teapot (copy)');
  expect(copyName('Teapot (copy)')).toBe('Teapot (copy) (copy)');
});

test('a long name is shortened by whole characters', () => {
  expect(copyName('x'.repeat(200))).toBe(`${'x'.repeat(193)} (copy)`);
  const named = copyName('🫖'.repeat(100));
  expect([named.length, named.isWellFormed()]).toEqual([199, true]);
  expect(copyName(`${'x'.repeat(192)} yz`)).toBe(`${'x'.repeat(192)} (copy)`);
});

test('paths are tried one after another', () => {
  expect([1, 2, 30].map((attempt) => copyPath('/spring', attempt))).toEqual([
    '/spring-copy',
    '/spring-copy-2',
    '/spring-copy-30',
  ]);
  expect(copyPath('/', 1)).toBe('/home-copy');
  expect(copyPath(`/${'x'.repeat(199)}`, 12)).toHaveLength(200);
});
