import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPin, IconPinnedOff } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useId, useRef } from 'react';
import { markedAt } from '../marked-at.ts';
import { type Screen, useMenu, useOpenScreens } from '../screen.ts';
import { foldedAtFirst } from './kept-menu.ts';
import classes from './menu.module.css';
import { useKeptMenu } from './use-kept-menu.ts';

const MenuCount = lazy(() => import('./menu-count.tsx').then((m) => ({ default: m.MenuCount })));

/** The screens in their groups: a group folds unless it holds the present screen, a screen is pinned to the top. */
export function Menu({ onChoose }: { onChoose: () => void }) {
  const { pathname } = useLocation();
  const groups = useMenu();
  const marked = markedAt(pathname, useOpenScreens());
  const { folded, fold, pinned, pin } = useKeptMenu();
  const top = useRef<HTMLDivElement>(null);
  const foldedFirst = foldedAtFirst(groups);
  const all = groups.flatMap(({ screens }) => screens);
  const pinnedScreens = pinned.flatMap((path) => all.find((screen) => screen.path === path) ?? []);

  const entry = (screen: Screen, isPinned: boolean) => (
    <Entry
      key={screen.path}
      screen={screen}
      isMarked={screen.path === marked}
      isPinned={isPinned}
      onPin={() => {
        // The entry leaves its place with the button that was pressed, so that the focus follows it.
        pin(screen.path, !isPinned);
        requestAnimationFrame(() => linkTo(top.current, screen.path)?.focus());
      }}
      onChoose={onChoose}
    />
  );

  return (
    <div ref={top}>
      {pinnedScreens.length > 0 && (
        <div className={`${classes.group} ${classes.pinned}`}>
          <h2 className={classes.groupName}>Pinned</h2>
          <ul aria-label="Pinned">{pinnedScreens.map((screen) => entry(screen, true))}</ul>
        </div>
      )}
      {groups.map(({ group, screens: inGroup }) => {
        const screens = inGroup.filter(({ path }) => !pinned.includes(path));
        if (screens.length === 0) return null;
        const entries = screens.map((screen) => entry(screen, false));
        if (group === 'Dashboard')
          return (
            <div key={group} className={classes.group}>
              <ul aria-label={group}>{entries}</ul>
            </div>
          );
        return (
          <Group
            key={group}
            group={group}
            screens={screens}
            isFolded={folded[group] ?? foldedFirst.has(group)}
            holdsPresent={screens.some(({ path }) => path === marked)}
            onFold={(is) => fold(group, is)}
          >
            {entries}
          </Group>
        );
      })}
    </div>
  );
}

type GroupProps = {
  group: string;
  screens: readonly Screen[];
  isFolded: boolean;
  holdsPresent: boolean;
  onFold: (is: boolean) => void;
  children: ReactNode;
};

function Group({ group, screens, isFolded, holdsPresent, onFold, children }: GroupProps) {
  const id = useId();
  const isOpen = holdsPresent || !isFolded;
  return (
    <div className={classes.group}>
      <h2 className={classes.groupName}>
        {holdsPresent ? (
          group
        ) : (
          <UnstyledButton
            className={classes.fold}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => onFold(isOpen)}
          >
            {group}
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        )}
        {!isOpen && screens.map((screen) => <Count key={screen.path} screen={screen} />)}
      </h2>
      {isOpen && (
        <ul id={id} aria-label={group}>
          {children}
        </ul>
      )}
    </div>
  );
}

type EntryProps = {
  screen: Screen;
  isMarked: boolean;
  isPinned: boolean;
  onPin: () => void;
  onChoose: () => void;
};

function Entry({ screen, isMarked, isPinned, onPin, onChoose }: EntryProps) {
  const { path, title } = screen;
  return (
    <li className={classes.entry}>
      <Link
        to={path}
        className={classes.link}
        onClick={onChoose}
        activeOptions={{ exact: true, includeSearch: false }}
        aria-current={isMarked ? 'page' : undefined}
        data-path={path}
      >
        {title}
        <Count screen={screen} />
      </Link>
      <UnstyledButton
        className={classes.pin}
        aria-label={isPinned ? `Unpin ${title}` : `Pin ${title} to the top`}
        title={isPinned ? 'Unpin' : 'Pin to the top'}
        onClick={onPin}
      >
        {isPinned ? <IconPinnedOff size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
      </UnstyledButton>
    </li>
  );
}

function Count({ screen: { menu } }: { screen: Screen }) {
  const count = menu?.count;
  if (!count) return null;
  return (
    <Suspense>
      <MenuCount {...count} />
    </Suspense>
  );
}

function linkTo(menu: HTMLElement | null, path: string): HTMLElement | undefined {
  const links = menu?.querySelectorAll<HTMLElement>('a[data-path]') ?? [];
  return [...links].find(({ dataset }) => dataset.path === path);
}
