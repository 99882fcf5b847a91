/** Ctrl+K finds the record of each screen that says it has one, and of no other. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { ALL_NOUNS, FOUND } from '../../features/nouns.ts';

// Its calls are made for the origin of a page.
vi.stubGlobal('window', { location: new URL('http://localhost') });
const { SEARCH_SOURCES } = await import('./screen-search-sources.ts');
vi.unstubAllGlobals();

const ROOT = path.join(import.meta.dirname, '../..');

test('each screen of a noun is asked once', () => {
  const found = ALL_NOUNS.flatMap(([, noun]) => Object.keys(noun.found ?? {}));
  expect(SEARCH_SOURCES.map(({ screen }) => screen).toSorted()).toEqual(found.toSorted());
  expect(new Set(found).size).toBe(found.length);
  expect(SEARCH_SOURCES.map(({ plural }) => plural)).not.toContain(undefined);
  expect(new Set(FOUND.map(({ plural }) => plural)).size).toBe(found.length);
});

test('each screen that opens a record is one of a noun', () => {
  const withRecords = globSync('features/**/web/screens.tsx', { cwd: ROOT }).flatMap((screens) =>
    readFileSync(path.join(ROOT, screens), 'utf8')
      .split(/\bpath: /)
      .slice(1)
      .flatMap((entry) => (/\brecord: \{/.test(entry) ? [/^'([^']*)'/.exec(entry)?.[1] ?? ''] : [])),
  );
  expect(withRecords.toSorted()).toEqual(FOUND.map(({ screen }) => screen).toSorted());
});
