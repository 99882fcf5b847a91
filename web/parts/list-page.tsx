import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListQuery } from '../ui/loaded-list.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageLinks, useLastPage } from '../ui/page-links.tsx';
import classes from './list-page.module.css';

type ListPageProps = {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** The filters, each with its label; none for a list without. */
  filters?: ReactNode;
  page: number;
  /** The answer of `useListQuery`. */
  answer: Pick<ListQuery, 'isPlaceholderData'> & { data: { count: number } | undefined };
  pageSize?: number;
  /** What is counted: "admin users". */
  noun?: string;
  /** A `DataTable`, or a `LoadedList` of cards. */
  children: ReactNode;
};

/**
 * A screen that is a list: title and actions, filters, the rows, count and page links. Its state is the address's:
 * take it from `useAddress` and hand it to the query, the filters and the table.
 */
export function ListPage({ title, actions, filters, page, answer, pageSize, noun, children }: ListPageProps) {
  const count = answer.data?.count;
  useLastPage(page, answer.isPlaceholderData ? undefined : count, pageSize);
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <PageHeading title={title} />
        {actions}
      </Group>
      {filters && (
        <search aria-label="Filters" className={classes.filters}>
          {filters}
        </search>
      )}
      <PageLinks above page={page} count={count} pageSize={pageSize} noun={noun} />
      {children}
      <PageLinks page={page} count={count} pageSize={pageSize} noun={noun} />
    </>
  );
}
