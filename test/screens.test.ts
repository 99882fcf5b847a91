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
