import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ENTRY = /^ {4}path: '(.+)',$([\s\S]*?)^ {2}\},$/gm;

/** Every screen, with the text of its entry and that of its file. */
function screens() {
  return globSync('features/**/web/screens.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(ENTRY)].map(([, address = '', entry = '']) => {
      const [, component = ''] = /import\('(.+?)'\)/.exec(entry) ?? [];
      return { address, entry, source: readFileSync(path.join(path.dirname(file), component), 'utf8') };
    }),
  );
}

test('a screen with a list says where the demo has rows in it', () => {
  const all = screens();
  expect(all.length).toBeGreaterThan(40);
  const unsaid = all.filter(
    ({ entry, source }) => /<ListPage\b/.test(source) && !/^ {4}lists: /m.test(entry),
  );
  expect(unsaid.map(({ address }) => address)).toEqual([]);
});

test('a screen with a list says what it is for and how to begin, and offers its Add where it is empty', () => {
  const lists = screens().filter(({ source }) => /<ListPage\b/.test(source));
  expect(lists.length).toBeGreaterThan(25);
  const silent = lists.filter(({ source }) => !/^ +purpose:\s/m.test(source));
  const without = lists.filter(({ source }) => /<CreateButton\b/.test(source) && !/^ +first=/m.test(source));
  expect([silent, without].map((some) => some.map(({ address }) => address))).toEqual([[], []]);
});

test('what a list is for is said in at most 110 characters, in whole sentences', () => {
  const said = globSync('features/**/web/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ +purpose:\s+(?:'([^'\n]+)'|"([^"\n]+)"),$/gm)].map(
      ([, one, other]) => one ?? other ?? '',
    ),
  );
  expect(said.length).toBeGreaterThan(25);
  expect(new Set(said).size).toBe(said.length);
  expect(said.filter((words) => words.length > 110 || !/^[A-Z].*\.$/.test(words))).toEqual([]);
});
