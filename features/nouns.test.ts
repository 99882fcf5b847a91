import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { NounDeclaration } from '../core/noun.ts';
import { ALL_NOUNS } from './nouns.ts';

/** Each noun that a feature declares, with the file it stands in. */
const declared = await Promise.all(
  globSync('features/*/noun.ts').map(async (file) => {
    const module = (await import(path.resolve(file))) as Record<string, Record<string, NounDeclaration>>;
    return Object.values(module).flatMap((nouns) => Object.entries(nouns).map((noun) => ({ file, noun })));
  }),
).then((files) => files.flat());

test('each entity is declared once, and each declaration is listed', () => {
  const names = declared.map(({ noun: [name] }) => name);
  expect(names.toSorted()).toEqual(ALL_NOUNS.map(([name]) => name).toSorted());
  expect(new Set(names).size).toBe(names.length);
});

test('what the search finds has its own screen among those it is found on', () => {
  const apart = ALL_NOUNS.filter(([, { screen, found }]) => found && Object.keys(found)[0] !== screen);
  expect(apart).toEqual([]);
});
