import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PAGE_SIZE, pageCount, pageLinks } from '../../core/paging.ts';
import classes from './page-links.module.css';

type PageLinksProps = { page: number; count: number | undefined; pageSize?: number; noun?: string };

/**
 * The count, and links to the pages around the current one. They are real links that change `page` in the address,
 * so a page opens in a new tab too. Holds its height while the count is unknown.
 */
export function PageLinks({ page, count, pageSize = PAGE_SIZE, noun = 'in total' }: PageLinksProps) {
  if (count === undefined) return <div className={classes.row} />;
  const last = pageCount(count, pageSize);
  return (
    <Group className={classes.row} justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {count.toLocaleString('en-US')} {noun}
      </Text>
      {last > 1 && (
        <nav aria-label="Pages" className={classes.links}>
          <PageLink page={page - 1} off={page <= 1} label="Previous page">
            ‹
          </PageLink>
          {pageLinks(Math.min(page, last), last).map((number) => (
            <PageLink key={number} page={number} current={number === page} label={`Page ${number}`}>
              {number}
            </PageLink>
          ))}
          <PageLink page={page + 1} off={page >= last} label="Next page">
            ›
          </PageLink>
        </nav>
      )}
    </Group>
  );
}

type PageLinkProps = { page: number; label: string; current?: boolean; off?: boolean; children: ReactNode };

function PageLink({ page, label, current = false, off = false, children }: PageLinkProps) {
  if (off)
    return (
      <span className={classes.link} data-off>
        {children}
      </span>
    );
  return (
    <Link
      to="."
      search={(search: Record<string, unknown>) => ({ ...search, page: page === 1 ? undefined : page })}
      className={classes.link}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      activeProps={{ 'aria-current': current ? 'page' : undefined }}
      preload={false}
    >
      {children}
    </Link>
  );
}
