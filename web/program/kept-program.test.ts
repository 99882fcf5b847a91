import { expect, test } from 'vitest';
import { keepProgram, keptProgram } from './kept-program.ts';

function storageOf(kept: Map<string, string>) {
  return () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
}

test('each admin of a device has a program of their own, until they choose all', () => {
  const storage = storageOf(new Map());
  keepProgram(storage, 1, 3);
  keepProgram(storage, 2, 5);
  expect([1, 2, 9].map((admin) => keptProgram(storage, admin))).toEqual([3, 5, 0]);
  keepProgram(storage, 1, 0);
  expect([1, 2].map((admin) => keptProgram(storage, admin))).toEqual([0, 5]);
});

test.each(['', '0', '-1', '1.5', 'x', '99999999999', 'null'])('%j in its place counts as all', (value) => {
  expect(keptProgram(storageOf(new Map([['provost-program-1', value]])), 1)).toBe(0);
});

test('a storage that is switched off keeps nothing and breaks nothing', () => {
  const off = () => {
    throw new Error('denied');
  };
  expect(() => keepProgram(off, 1, 3)).not.toThrow();
  expect(keptProgram(off, 1)).toBe(0);
});
