import { useState } from 'react';
import type { MenuGroup } from '../screen.ts';
import { useActor } from '../session.tsx';
import { keepMenu, keptMenu } from './kept-menu.ts';

/** A browser may refuse it. */
const onThisDevice = () => localStorage;

export function useKeptMenu() {
  const { admin_id } = useActor();
  const [menu, setMenu] = useState(() => keptMenu(onThisDevice, admin_id));
  // Another tab may have changed it meanwhile.
  const change = (next: (kept: typeof menu) => typeof menu) => {
    const changed = next(keptMenu(onThisDevice, admin_id));
    keepMenu(onThisDevice, admin_id, changed);
    setMenu(changed);
  };
  return {
    ...menu,
    fold: (group: MenuGroup, is: boolean) =>
      change((kept) => ({ ...kept, folded: { ...kept.folded, [group]: is } })),
    pin: (path: string, is: boolean) =>
      change(({ pinned, ...kept }) => {
        const others = pinned.filter((other) => other !== path);
        return { ...kept, pinned: is ? [...others, path] : others };
      }),
  };
}
