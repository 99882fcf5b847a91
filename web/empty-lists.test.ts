/** A list that is empty says what it is for, in dialogs and sections of records as on screens. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');

/** Tables and lists with a text for none, each from its beginning to the end of its attributes. */
function emptyTexts(): { file: string; attributes: string }[] {
  return globSync(['features/**/web/**/*.tsx', 'web/**/*.tsx'], { cwd: ROOT }).flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split(/<(?=(?:DataTable|LoadedList|TreeTable)\b)/)
      .slice(1)
      .map((attributes) => ({ file, attributes: attributes.split(/\n\s*\/?>/)[0] ?? '' }))
      // Without a text it is only shown with rows; a whole list hands its texts on.
      .filter(({ attributes }) => /nothingYet=(?:"[^"]|\{)/.test(attributes)),
  );
}

test('every list that can be empty has a purpose', () => {
  const found = emptyTexts();
  expect(found.length).toBeGreaterThan(25);
  expect(found.filter(({ attributes }) => !/\bpurpose=/.test(attributes)).map(({ file }) => file)).toEqual(
    [],
  );
});

test('a purpose is a sentence of its own, and not the text above it', () => {
  for (const { file, attributes } of emptyTexts()) {
    const [, nothing = '–'] = /nothingYet="([^"]*)"/.exec(attributes) ?? [];
    const [, purpose = ''] = /purpose="([^"]*)"/.exec(attributes) ?? [];
    if (purpose === '') continue;
    expect(purpose, file).toMatch(/^[A-Z].*\.$/);
    expect(purpose, file).not.toContain(nothing);
  }
});
