import { Text, TextInput } from '@mantine/core';
import { createLink, useNavigate } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, type Ref, useEffect, useState } from 'react';
import { PAGE_SIZE, pageCount, pageLinks } from '../../../core/paging.ts';
import classes from './page-links.module.css';

type PageLinksProps = {
  page: number;
  count: number | undefined;
  pageSize?: number;
  noun?: string;
  /** True above the list, where it is always shown, so that the rows stay in place; below only for several pages. */
  above?: boolean;
  /** Ref of the place beside the count for {@link SortPlace}. */
  sort?: Ref<HTMLDivElement>;
  columns?: Ref<HTMLDivElement>;
};

/** Real links, so that a page opens in a new tab too; their height above a list is constant. */
export function PageLinks(props: PageLinksProps) {
  const { page, count, pageSize = PAGE_SIZE, noun = 'in total', above = false, sort, columns } = props;
  const last = count === undefined ? 1 : pageCount(count, pageSize);
  if (!above && last === 1) return null;
  return (
    <div className={classes.box}>
      <div className={classes.row} data-above={above || undefined}>
        <div className={classes.head}>
          {count !== undefined && (
            // Two that change at once would be said twice.
            <Text size="sm" c="dimmed" className={classes.count} role={above ? 'status' : undefined}>
              {countOf(page, count, pageSize)} {noun}
            </Text>
          )}
          {columns && <div ref={columns} className={classes.columns} />}
          {sort && <div ref={sort} className={classes.sort} />}
        </div>
        {last > 1 && (
          <nav aria-label={above ? 'Pages, above the list' : 'Pages'} className={classes.links}>
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
            {last > MOST_LINKS && <PageJump key={page} last={last} />}
          </nav>
        )}
      </div>
    </div>
  );
}

const MOST_LINKS = 10;

/** "1–50 of 1,880", or the count alone where all rows are on one page. */
function countOf(page: number, count: number, pageSize: number): string {
  const figures = (number: number) => number.toLocaleString('en-US');
  const first = (page - 1) * pageSize + 1;
  if (count <= pageSize || first > count) return figures(count);
  return `${figures(first)}–${figures(Math.min(page * pageSize, count))} of ${figures(count)}`;
}

function PageJump({ last }: { last: number }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const page = Number(typed);
  const isPage = Number.isInteger(page) && page >= 1 && page <= last;
  return (
    <form
      className={classes.jump}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === '' || !isPage) return;
        setTyped('');
        void navigate({
          to: '.',
          search: (search: Record<string, unknown>) => ({ ...search, page: page === 1 ? undefined : page }),
          resetScroll: false,
        });
      }}
    >
      <TextInput
        size="xs"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Go to page, 1 to ${last}`}
        placeholder={`of ${last.toLocaleString('en-US')}`}
        title={`Type a page from 1 to ${last.toLocaleString('en-US')}, then Enter`}
        maxLength={6}
        error={typed !== '' && !isPage}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.trim())}
      />
    </form>
  );
}

/** Leads from a page past the end back to page 1; `count` is undefined until that of this list is known. */
export function useLastPage(page: number, count: number | undefined, pageSize = PAGE_SIZE): void {
  const navigate = useNavigate();
  const isPast = count !== undefined && page > pageCount(count, pageSize);
  useEffect(() => {
    if (!isPast) return;
    void navigate({
      to: '.',
      search: (search: Record<string, unknown>) => ({ ...search, page: undefined }),
      replace: true,
      resetScroll: false,
      state: (state) => state,
    });
  }, [isPast, navigate]);
}

type PageLinkProps = { page: number; label: string; current?: boolean; off?: boolean; children: ReactNode };

function PageLink({ page, label, current = false, off = false, children }: PageLinkProps) {
  return (
    <Anchor
      to="."
      search={(search: Record<string, unknown>) => ({ ...search, page: page <= 1 ? undefined : page })}
      className={classes.link}
      aria-label={label}
      current={current}
      // One that has led to the end keeps the focus there.
      disabled={off}
      tabIndex={off ? -1 : undefined}
      data-off={off || undefined}
      preload={false}
    >
      {children}
    </Anchor>
  );
}

type AnchorProps = ComponentProps<'a'> & { current: boolean; disabled?: boolean };

/** Sets `aria-current` itself: the router would mark every link whose address is part of the present one. */
const Anchor = createLink(({ current, disabled, children, ...props }: AnchorProps) => (
  <a {...props} aria-disabled={disabled || undefined} aria-current={current ? 'page' : undefined}>
    {children}
  </a>
));
