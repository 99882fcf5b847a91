/** The lists that can be kept as views are the screens that are lists: the server cannot read the screens, so a test does. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LIST_SCREENS } from '../features/saved-views/contract.ts';

const FEATURES = path.join(import.meta.dirname, '..', 'features');

test('every screen that is a list can be kept as a view, and nothing else can', () => {
  const lists = readdirSync(FEATURES).flatMap((feature) => {
    const web = path.join(FEATURES, feature, 'web');
    const read = (file: string) => readFileSync(path.join(web, file), 'utf8');
    const files = readdirSync(path.join(FEATURES, feature)).includes('web') ? readdirSync(web) : [];
    if (!files.includes('screens.tsx')) return [];
    return read('screens.tsx')
      .split(/\bpath: /)
      .slice(1)
      .flatMap((entry) => {
        const [, screen = ''] = /^'([^']*)'/.exec(entry) ?? [];
        const [, file = ''] = /import\('\.\/([^']+)'\)/.exec(entry) ?? [];
        return files.includes(file) && read(file).includes('<ListPage') ? [screen] : [];
      });
  });
  expect(lists.toSorted()).toEqual([...LIST_SCREENS]);
});
