import { Button, Group } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageLinks } from '../ui/table/page-links.tsx';
import { SortPlace } from '../ui/table/sort-place.ts';
import classes from './list-page.module.css';

const SavedViews = lazy(() =>
  import('./saved-views/saved-views.tsx').then((m) => ({ default: m.SavedViews })),
);

type ListPageProps = {
  title: string;
  actions?: ReactNode;
  filters?: ReactNode;
  page: number;
  /** Number of rows on all pages; undefined until known. */
  count: number | undefined;
  pageSize?: number;
  noun?: string;
  /** True where the list can be saved as a named view; `useList` lists what that keeps. */
  views?: boolean;
  kept?: readonly string[];
  children: ReactNode;
};

/** A screen with a list: title and actions, filters, rows, count and page links. `useList` provides its state. */
export function ListPage(props: ListPageProps) {
  const { title, actions, filters, views = false, kept = [], children, ...pages } = props;
  const [sort, setSort] = useState<HTMLElement | null>(null);
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <PageHeading title={title} />
        {(views || actions) && (
          <Group gap="xs">
            {views && (
              <Suspense fallback={<ViewsToCome />}>
                <SavedViews kept={kept} />
              </Suspense>
            )}
            {actions}
          </Group>
        )}
      </Group>
      {filters && (
        <search aria-label="Filters" className={classes.filters}>
          {filters}
        </search>
      )}
      <PageLinks above sort={setSort} {...pages} />
      <SortPlace value={sort}>{children}</SortPlace>
      <PageLinks {...pages} />
    </>
  );
}

function ViewsToCome() {
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconBookmark size={16} />}
      style={{ visibility: 'hidden' }}
      aria-hidden
      tabIndex={-1}
    >
      Views
    </Button>
  );
}
