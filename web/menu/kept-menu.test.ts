/** What of the menu is folded at first, and what the device keeps of it. */
import { expect, test } from 'vitest';
import { mayAccess } from '../../core/access.ts';
import type { MenuGroup } from '../screen.ts';
import { SCREENS } from '../screens.ts';
import { foldedAtFirst, keepMenu, keptMenu } from './kept-menu.ts';

const groupsOf = (screens: typeof SCREENS) => {
  const groups = Map.groupBy(
    screens.filter(({ menu }) => menu),
    ({ menu }) => menu?.group as MenuGroup,
  );
  return [...groups].map(([group, some]) => ({ group, screens: some }));
};
const ALL = groupsOf(SCREENS);

test('any one folded group of the whole menu opens within 27 rows', () => {
  const folded = foldedAtFirst(ALL);
  const open = ALL.filter(({ group }) => !folded.has(group)).flatMap(({ screens }) => screens).length;
  const largest = Math.max(
    ...ALL.filter(({ group }) => folded.has(group)).map(({ screens }) => screens.length),
  );
  expect(open + largest).toBeLessThanOrEqual(27);
  expect([...folded]).toContain('Settings');
  expect([...folded]).not.toContain('Money');
});

test('nothing is folded in the short menu of one permission', () => {
  const actor = {
    admin_id: 1,
    program_id: 2,
    email: 'a@example.com',
    role: 'admin',
    permissions: ['content'],
  } as const;
  const few = groupsOf(SCREENS.filter(({ access }) => access !== 'public' && mayAccess(actor, access)));
  expect(few.length).toBeGreaterThan(1);
  expect([...foldedAtFirst(few)]).toEqual([]);
});

test('what is kept is read back for the same admin alone, and anything else counts as nothing', () => {
  const kept = new Map<string, string>();
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  const menu = { folded: { Money: true, Settings: false }, pinned: ['/users'] };
  keepMenu(storage, 1, menu);
  expect(keptMenu(storage, 1)).toEqual(menu);
  expect(keptMenu(storage, 2)).toEqual({ folded: {}, pinned: [] });
  for (const broken of ['{', '7', 'null', '{"folded":{"Money":"yes"},"pinned":[4,null]}', '{"pinned":{}}']) {
    kept.set('provost-menu-1', broken);
    expect(keptMenu(storage, 1), broken).toEqual({ folded: {}, pinned: [] });
  }
  const refused = () => {
    throw new Error('refused');
  };
  keepMenu(refused, 1, menu);
  expect(keptMenu(refused, 1)).toEqual({ folded: {}, pinned: [] });
});
