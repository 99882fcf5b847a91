import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useOpenScreens } from '../screen.ts';
import { useActor } from '../session.tsx';
import { keepRecent, type Recent, recentsOf, recordAt } from './recents.ts';

/** A browser may refuse it. */
const onThisDevice = () => localStorage;

export function useKeepRecents(): void {
  const { admin_id } = useActor();
  const screens = useOpenScreens();
  const { pathname, searchStr } = useLocation();
  const found = recordAt({ pathname, search: searchStr }, screens);
  const [screen, id] = [found?.screen, found?.id];
  useEffect(() => {
    if (screen !== undefined && id !== undefined) keepRecent(onThisDevice, admin_id, { screen, id });
  }, [admin_id, screen, id]);
}

/** The records that were looked at before the search was opened, without the one that is open. */
export function useRecents(): readonly Recent[] {
  const { admin_id } = useActor();
  const screens = useOpenScreens();
  const { pathname, searchStr } = useLocation();
  const [recents] = useState(() => recentsOf(onThisDevice, admin_id));
  const here = recordAt({ pathname, search: searchStr }, screens);
  return recents.filter(({ screen, id }) => screen !== here?.screen || id !== here.id);
}
