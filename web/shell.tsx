import { Burger, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconLock, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { isGlobal } from '../core/access.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { ScreenKeys } from './keys/screen-keys.tsx';
import { Menu } from './menu/menu.tsx';
import { useExports } from './parts/exports/export-list.ts';
import { useReadsReplica } from './replica/reads-replica.ts';
import { onSearchKey } from './search/search-key.ts';
import { useKeepRecents } from './search/use-recents.ts';
import { useActor, useSignedInUser } from './session.tsx';
import classes from './shell.module.css';

const ScreenSearch = lazy(() =>
  import('./search/screen-search.tsx').then((m) => ({ default: m.ScreenSearch })),
);
const ExportTray = lazy(() =>
  import('./parts/exports/export-tray.tsx').then((m) => ({ default: m.ExportTray })),
);
const ProgramSwitcher = lazy(() =>
  import('./program/program-switcher.tsx').then((m) => ({ default: m.ProgramSwitcher })),
);
const ReplicaNotice = lazy(() =>
  import('./replica/replica-notice.tsx').then((m) => ({ default: m.ReplicaNotice })),
);
const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function Shell({ children }: { children: ReactNode }) {
  useKeepRecents();
  const isReadOnly = useReadsReplica();
  const [searchWanted, setSearchWanted] = useState(false);
  const [searchOpen, search] = useDisclosure();
  const { pathname } = useLocation();
  // The menu of a narrow screen is open over one page, so that leaving the page closes it.
  const [menuOver, setMenuOver] = useState<string | null>(null);
  const menuOpen = menuOver === pathname;
  const closeMenu = () => setMenuOver(null);
  const openSearch = () => {
    setSearchWanted(true);
    search.open();
  };

  const openByKey = useEffectEvent(openSearch);
  useEffect(() => onSearchKey(() => openByKey()), []);
  useHotkeys(menuOpen ? [['Escape', closeMenu]] : []);

  return (
    <>
      <a className={classes.skip} href="#screen">
        Skip to the screen
      </a>
      <header className={classes.header}>
        <Burger
          className={classes.burger}
          size="sm"
          opened={menuOpen}
          onClick={() => setMenuOver(menuOpen ? null : pathname)}
          aria-label={menuOpen ? 'Close the menu' : 'Open the menu'}
          aria-expanded={menuOpen}
          aria-controls="menu"
        />
        <Link to="/" className={classes.brand}>
          <Brand />
        </Link>
        <Program />
        <UnstyledButton className={classes.search} onClick={openSearch} aria-label="Search">
          <IconSearch size={16} aria-hidden />
          <span className={classes.searchText}>Search</span>
          <kbd className={classes.searchText}>{onMac ? '⌘K' : 'Ctrl+K'}</kbd>
        </UnstyledButton>
        <Exports />
        <AccountMenu />
      </header>
      <nav id="menu" aria-label="Screens" className={classes.menu} data-open={menuOpen || undefined}>
        <Menu onChoose={closeMenu} />
      </nav>
      <main id="screen" className={classes.screen} inert={menuOpen} tabIndex={-1}>
        {isReadOnly && (
          <Suspense>
            <ReplicaNotice />
          </Suspense>
        )}
        {children}
      </main>
      <ScreenKeys />
      {searchWanted && (
        <Suspense>
          <ScreenSearch opened={searchOpen} onClose={search.close} />
        </Suspense>
      )}
    </>
  );
}

function Exports() {
  if (useExports().length === 0) return null;
  return (
    <Suspense>
      <ExportTray />
    </Suspense>
  );
}

/** The program of what is shown; that of a bound admin cannot be changed. */
function Program() {
  const actor = useActor();
  const { program_display_name: name } = useSignedInUser();
  if (isGlobal(actor))
    return (
      <Suspense fallback={<div className={classes.switcherToCome} />}>
        <ProgramSwitcher />
      </Suspense>
    );
  return (
    <Group gap={4} wrap="nowrap" className={classes.program} title="Your account is limited to this program">
      <IconLock size={14} aria-hidden />
      <Text size="sm" truncate>
        <VisuallyHidden component="span">Locked to the program </VisuallyHidden>
        {name ?? `Program ${actor.program_id}`}
      </Text>
    </Group>
  );
}
