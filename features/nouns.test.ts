import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { NounDeclaration } from '../core/noun.ts';
import type { FieldSet } from '../core/nouns/field-set.ts';
import { recordedField } from './field-sets.ts';
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

/** Each field set that a contract has. */
const sets = await Promise.all(
  globSync('features/*/contract.ts').map(async (file) => {
    const module = (await import(path.resolve(file))) as Record<string, FieldSet>;
    return Object.entries(module).filter(
      ([name, value]) => name.endsWith('_FIELDS') && Object.values(value).every((field) => 'input' in field),
    );
  }),
).then((files) => files.flat());

test('the audit names the fields of each field set', () => {
  const unnamed = sets.filter(
    ([, fields]) =>
      !ALL_NOUNS.some(([entity]) =>
        Object.entries(fields).every(([name, { label }]) => recordedField(entity, name)?.label === label),
      ),
  );
  expect(unnamed.map(([name]) => name)).toEqual([]);
  expect(sets.length).toBeGreaterThan(7);
});
