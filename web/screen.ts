import { createContext, type ReactNode, useContext } from 'react';
import { type Access, mayAccess } from '../core/access.ts';
import type { AttentionKind } from '../features/dashboard/contract.ts';
import { useActor } from './session.tsx';

export const MENU_GROUPS = [
  'Dashboard',
  'Commissions',
  'Events & giveaways',
  'Catalogue',
  'Money',
  'Marketing',
  'People',
  'Settings',
] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

/** An entry of a feature's `screens.tsx`; `access` is that of the routes it reads, `public` has no menu. */
export type Screen = {
  /** With `:name` for a parameter: `/bundle-classes/:id`. */
  path: string;
  title: string;
  access: Access;
  /** Where it stands in the menu; none for a screen that is reached from another. */
  menu?: {
    group: MenuGroup;
    order: number;
    /** What waits there is counted beside the title, and called by `word`. */
    count?: { kind: AttentionKind; word: string };
  };
  /** The screen of the menu that one without a place of its own is reached from: it is marked there. */
  below?: string;
  /** A public page for people without an account, in a frame of its own width. */
  open?: boolean;
  component: () => Promise<() => ReactNode>;
  /** What `#123` in the search offers: the noun and the address of the record of that id, and what it tells there. */
  record?: { noun: string; about?: string; address: (id: number) => string };
};

const Screens = createContext<readonly Screen[]>([]);
export const ScreensProvider = Screens.Provider;

export function useOpenScreens(): Screen[] {
  const actor = useActor();
  return useContext(Screens).filter(({ access }) => access !== 'public' && mayAccess(actor, access));
}

/** The menu: groups in their order, with the screens that the signed-in person may open. */
export function useMenu(): { group: MenuGroup; screens: Screen[] }[] {
  const screens = useOpenScreens();
  return MENU_GROUPS.map((group) => ({
    group,
    screens: screens
      .filter(({ menu }) => menu?.group === group)
      .sort((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0)),
  })).filter((entry) => entry.screens.length > 0);
}
