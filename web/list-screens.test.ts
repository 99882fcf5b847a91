/** The lists that can be kept as views are the screens that are lists: the server cannot read the screens, so a test does. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LIST_SCREENS } from '../features/saved-views/contract.ts';

const ROOT = path.join(import.meta.dirname, '..');

test('every screen that is a list can be kept as a view, and nothing else can', () => {
  const lists = globSync('features/**/web/screens.tsx', { cwd: ROOT }).flatMap((screens) => {
    const web = path.join(ROOT, path.dirname(screens));
    return readFileSync(path.join(ROOT, screens), 'utf8')
      .split(/\bpath: /)
      .slice(1)
      .flatMap((entry) => {
        const [, screen = ''] = /^'([^']*)'/.exec(entry) ?? [];
        const [, module = ''] = /import\('([^']+)'\)/.exec(entry) ?? [];
        const file = path.join(web, module);
        return existsSync(file) && readFileSync(file, 'utf8').includes('<ListPage') ? [screen] : [];
      });
  });
  expect(lists.toSorted()).toEqual([...LIST_SCREENS]);
});
