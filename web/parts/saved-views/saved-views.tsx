import { Button, Menu, Text } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconCheck, IconPencil, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useMatch, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import type { ListScreen, SavedView } from '../../../features/saved-views/contract.ts';
import { CARRIED, parseSearch } from '../../ui/address.ts';
import { failureOf } from '../../ui/failure.ts';
import { calls, isShown, searchOf } from './saved-view-calls.ts';
import classes from './saved-views.module.css';

const SaveViewDialog = lazy(() =>
  import('./saved-view-dialogs.tsx').then((m) => ({ default: m.SaveViewDialog })),
);
const EditViewsDialog = lazy(() =>
  import('./saved-view-dialogs.tsx').then((m) => ({ default: m.EditViewsDialog })),
);

type SavedViewsProps = {
  /** Names in the address that make up a view: the filters and the order. */
  kept: readonly string[];
};

export function SavedViews({ kept }: SavedViewsProps) {
  // The match keeps its address while the next screen is on its way; the location does not.
  const match = useMatch({ strict: false });
  const screen = match.pathname as ListScreen;
  const state = match.search as Record<string, unknown>;
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState<'save' | 'edit' | null>(null);
  const { data, error } = useQuery(calls.views.queryOptions({ input: { screen } }));
  const views = data?.views ?? [];
  const now = searchOf(state, kept);
  const all = views.filter(({ search }) => isShown(search, now, kept));
  const shown = all.find(({ search }) => parseSearch(search)[CARRIED]) ?? all[0];
  // What comes of an item finds the focus on the button: the item will be gone by then.
  const show = ({ search }: SavedView) => {
    button.current?.focus();
    void navigate({ to: '.', search: () => parseSearch(search) });
  };
  const open = (which: 'save' | 'edit') => () => {
    button.current?.focus();
    setDialog(which);
  };

  return (
    <>
      {views.length > 0 && (
        <nav aria-label="Views" className={classes.tabs}>
          <Tab search="" isShown={isShown('', now, kept) && shown === undefined}>
            All
          </Tab>
          {views.slice(0, MOST_TABS).map((view) => (
            <Tab key={view.id} search={view.search} isShown={view === shown}>
              {view.name}
            </Tab>
          ))}
        </nav>
      )}
      <Menu
        position="bottom-end"
        returnFocus
        transitionProps={{ duration: 0 }}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button
            ref={button}
            size="sm"
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            data-sign={shown === undefined || undefined}
            title={shown ? undefined : 'Views'}
          >
            <span className={classes.shown}>{shown ? `View: ${shown.name}` : 'Views'}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown maw="min(22rem, 92vw)">
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              aria-current={view === shown || undefined}
              leftSection={<IconCheck size={16} aria-hidden opacity={view === shown ? 1 : 0} />}
              rightSection={view.shared && <IconUsers size={16} aria-hidden />}
              onClick={() => show(view)}
            >
              <bdi style={{ overflowWrap: 'anywhere' }}>{view.name}</bdi>
              {view.shared && (
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  Shared by {view.mine ? 'you' : view.made_by}
                </Text>
              )}
            </Menu.Item>
          ))}
          {views.length === 0 && (
            <Menu.Label>{error ? failureOf(error).message : data ? 'No saved views' : 'Loading…'}</Menu.Label>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconBookmarkPlus size={16} aria-hidden />} onClick={open('save')}>
            Save view
          </Menu.Item>
          {views.some(({ may_edit }) => may_edit) && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={open('edit')}>
              Edit views
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'save' && <SaveViewDialog screen={screen} search={now} onClose={() => setDialog(null)} />}
        {dialog === 'edit' && (
          <EditViewsDialog screen={screen} views={views} now={now} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </>
  );
}

/** Views that have a tab; the menu has them all. */
const MOST_TABS = 4;

type TabProps = { search: string; isShown: boolean; children: string };

function Tab({ search, isShown, children }: TabProps) {
  return (
    <Link
      to="."
      search={() => parseSearch(search)}
      className={classes.tab}
      activeProps={{}}
      aria-current={isShown ? 'page' : undefined}
      preload={false}
      title={children}
    >
      <bdi>{children}</bdi>
    </Link>
  );
}
