import { Button } from '@mantine/core';
import { IconBookmark, IconDownload } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { EveryProgram } from '../program/every-program.tsx';
import { CARRIED } from '../ui/address.ts';
import { FilterLine } from '../ui/chooser/filter-line.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ChosenColumnsContext } from '../ui/table/columns/chosen-columns.ts';
import { PageLinks } from '../ui/table/page-links.tsx';
import { SortPlace } from '../ui/table/sort-place.ts';
import type { Poll } from './exports/export-run.ts';
import classes from './list-page.module.css';
import { useHiddenColumns } from './use-hidden-columns.ts';

const SavedViews = lazy(() =>
  import('./saved-views/saved-views.tsx').then((m) => ({ default: m.SavedViews })),
);

const ExportButton = lazy(() =>
  import('./exports/export-button.tsx').then((m) => ({ default: m.ExportButton })),
);

type ListPageProps = {
  title: string;
  actions?: ReactNode;
  filters?: ReactNode;
  /** States of a queue, beside the title where there is room. */
  tabs?: ReactNode;
  sums?: ReactNode;
  page: number;
  /** Number of rows on all pages; undefined until known. */
  count: number | undefined;
  pageSize?: number;
  noun?: string;
  csv?: Poll;
  /** True where the list can be saved as a named view; `useList` lists what that keeps. */
  views?: boolean;
  kept?: readonly string[];
  /** True for the list of programs itself, which need not say that it shows all of them. */
  everyProgram?: boolean;
  children: ReactNode;
};

/** A screen with a list: title and actions, filters, rows, count and page links. `useList` provides its state. */
export function ListPage(props: ListPageProps) {
  const { title, actions, filters, tabs, sums, csv, views = false, kept = [], ...rest } = props;
  const { everyProgram = false, children, ...pages } = rest;
  const [sort, setSort] = useState<HTMLElement | null>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [hidden, onChange] = useHiddenColumns();
  return (
    <>
      <div className={classes.head} data-tabs={tabs !== undefined || undefined}>
        <PageHeading title={title} />
        {tabs && <div className={classes.tabs}>{tabs}</div>}
        {(views || csv || actions) && (
          <div className={classes.actions}>
            {views && (
              <Suspense fallback={<ButtonToCome icon={<IconBookmark size={16} />}>Views</ButtonToCome>}>
                <SavedViews kept={kept} />
              </Suspense>
            )}
            {csv && (
              <Suspense
                fallback={<ButtonToCome icon={<IconDownload size={16} />}>Download CSV</ButtonToCome>}
              >
                <ExportButton quiet title={title} poll={csv} />
              </Suspense>
            )}
            {actions}
          </div>
        )}
      </div>
      {!(everyProgram || kept.includes(CARRIED)) && (
        <EveryProgram>{`Shows all programs: this list can't be filtered by program.`}</EveryProgram>
      )}
      {filters && <FilterLine>{filters}</FilterLine>}
      {sums}
      <PageLinks above sort={setSort} columns={setPlace} {...pages} />
      <ChosenColumnsContext value={{ hidden, onChange, place }}>
        <SortPlace value={sort}>{children}</SortPlace>
      </ChosenColumnsContext>
      <PageLinks {...pages} />
    </>
  );
}

/** Keeps the room of a button whose code is on its way. */
function ButtonToCome({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={icon}
      data-sign
      style={{ visibility: 'hidden' }}
      aria-hidden
      tabIndex={-1}
    >
      {children}
    </Button>
  );
}
