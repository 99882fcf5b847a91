import {
  type ComponentProps,
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  useContext,
} from 'react';
import { type Access, mayAccess } from '../core/access.ts';
import type { AttentionKind } from '../features/dashboard/contract.ts';
import { useActor } from './session.tsx';
import { lazyGeneric } from './ui/lazy-generic.ts';

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
  shares?: Partial<SharedParts>;
  /** Path with `:name` for a parameter: `/bundle-classes/:id`. */
  path: string;
  title: string;
  /** Addresses at which the demo has rows in its list; `test/e2e/lists.spec.ts` looks at each. */
  lists?: readonly string[];
  access: Access;
  menu?: {
    group: MenuGroup;
    order: number;
    /** Letters that lead to it after G, one or two; none begins with those of another screen. */
    key: string;
    /** Count beside the title, named by `word`. */
    count?: { kind: AttentionKind; word: string };
  };
  /** Path of the menu's screen from which this one is reached, which is marked there. */
  below?: string;
  /** True for a public page without an account, in a frame of its own width. */
  open?: boolean;
  component: () => Promise<() => ReactNode>;
  /** Actions that the search offers from anywhere; `access` is that of the action, where it takes more than the screen. */
  actions?: readonly { label: string; address: string; access?: Access }[];
  record?: ScreenRecord;
};

/** Record that the search finds by name or `#123`: its noun, a note, its address, and what is done to one by its id. */
export type ScreenRecord = {
  noun: string;
  about?: string;
  address: (id: number) => string;
  actions?: readonly { label: string; address: (id: number) => string; access?: Access }[];
};

/** Parts of a feature's screens for those of others, loaded once they are shown; the caller checks the access. */
export type SharedParts = {
  explainCharge: () => Promise<ComponentType<{ id: number }>>;
  colleagueSignIn: () => Promise<ComponentType<{ id: number; email: string; onClose: () => void }>>;
  /** Stands in the place of every screen for whoever has to set up a second factor. */
  secondFactorFirst: () => Promise<ComponentType>;
  personalData: () => Promise<ComponentType<{ user: { id: number; name: string; email: string } }>>;
  payoutDetails: () => Promise<ComponentType<{ user: { id: number; name: string }; onClose: () => void }>>;
};

type PropsOf<Name extends keyof SharedParts> = ComponentProps<Awaited<ReturnType<SharedParts[Name]>>>;

const Screens = createContext<readonly Screen[]>([]);
export const ScreensProvider = Screens.Provider;

const LOADED = new Map<unknown, unknown>();

export function SharedPart<Name extends keyof SharedParts>({
  part,
  ...props
}: { part: Name } & PropsOf<Name>) {
  const load = useContext(Screens).find(({ shares }) => shares?.[part])?.shares?.[part];
  if (load === undefined) throw new Error(`no screen shares ${part}`);
  const shown = LOADED.get(load) ?? lazyGeneric<unknown>(load);
  LOADED.set(load, shown);
  return createElement(shown as ComponentType<object>, props);
}

export function useOpenScreens(): Screen[] {
  const actor = useActor();
  return useContext(Screens).filter(({ access }) => access !== 'public' && mayAccess(actor, access));
}

export function useMenu(): { group: MenuGroup; screens: Screen[] }[] {
  const screens = useOpenScreens();
  return MENU_GROUPS.map((group) => ({
    group,
    screens: screens
      .filter(({ menu }) => menu?.group === group)
      .sort((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0)),
  })).filter((entry) => entry.screens.length > 0);
}
