import type { MenuGroup } from '../screen.ts';

/** Groups that the person has folded or unfolded, and the paths of the pinned screens in their order. */
export type KeptMenu = { folded: Partial<Record<MenuGroup, boolean>>; pinned: readonly string[] };

const NOTHING: KeptMenu = { folded: {}, pinned: [] };

/** Returns the menu that an admin has kept on this device; anything else in its place counts as none. */
export function keptMenu(storage: () => Pick<Storage, 'getItem'>, admin: number): KeptMenu {
  try {
    const { folded, pinned } = JSON.parse(storage().getItem(keyOf(admin)) ?? '{}') as Partial<KeptMenu>;
    return {
      folded: Object.fromEntries(Object.entries(folded ?? {}).filter(([, is]) => typeof is === 'boolean')),
      pinned: Array.isArray(pinned) ? pinned.filter((path) => typeof path === 'string') : [],
    };
  } catch {
    return NOTHING;
  }
}

/** A storage that is full or switched off keeps nothing. */
export function keepMenu(storage: () => Pick<Storage, 'setItem'>, admin: number, menu: KeptMenu): void {
  try {
    storage().setItem(keyOf(admin), JSON.stringify(menu));
  } catch {
    // The menu then begins anew with each load.
  }
}

/** Rows of screens that stand without scrolling in a window of 900 pixels, beside the names of the groups. */
const ROWS_IN_SIGHT = 27;

/** Groups that give way in a long menu, the first first; none of them is work of every hour. */
const GIVES_WAY: readonly MenuGroup[] = [
  'Settings',
  'Marketing',
  'Events & giveaways',
  'Catalogue',
  'People',
];

type Groups = readonly { group: MenuGroup; screens: readonly unknown[] }[];

/** Returns the groups folded for whoever has folded none: as many as let any one of them be opened without scrolling. */
export function foldedAtFirst(groups: Groups): ReadonlySet<MenuGroup> {
  const folded = new Set<MenuGroup>();
  const rows = () => {
    const of = (wanted: boolean) =>
      groups.filter(({ group }) => folded.has(group) === wanted).map(({ screens }) => screens.length);
    return of(false).reduce((sum, some) => sum + some, 0) + Math.max(0, ...of(true));
  };
  for (const group of GIVES_WAY) if (rows() > ROWS_IN_SIGHT) folded.add(group);
  return folded;
}

const keyOf = (admin: number): string => `provost-menu-${admin}`;
