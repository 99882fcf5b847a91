import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './data-table.module.css';
import { type ListQuery, type ListTexts, LoadedList } from './loaded-list.tsx';

export type Sort = { by: string | undefined; dest: 'asc' | 'desc' | undefined };

export type Column<Row> = {
  /** The name that the list sorts by; any other name where it cannot be sorted. */
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Never broken into lines, as a time or an amount. */
  oneLine?: boolean;
  /** Right-aligned, in figures of one width. */
  numeric?: boolean;
  /** As narrow as its content. */
  narrow?: boolean;
  /** Stays in sight at the end of a table that is wider than the screen; the last column. */
  pinned?: boolean;
  /** The header is for screen readers alone, as over a column of buttons. */
  hiddenHeader?: boolean;
  /** The column that names the row: a screen reader says it with every cell. */
  rowHeader?: boolean;
};

type DataTableProps<Row> = ListTexts & {
  /** Names the table for a screen reader. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  query: ListQuery;
  sort?: Sort;
  onSort?: (by: string, dest: 'asc' | 'desc') => void;
  /** How many rows a page holds: the height of the skeleton. */
  pageSize: number;
  /** What stands below a row across the table; nothing for a row that is closed. */
  below?: (row: Row) => ReactNode;
};

/**
 * A list as a table, in every state that it can be in. The head sticks to the top; a table wider than the screen
 * scrolls within itself. Rows are found again by `data-row`, which is the row's key.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows = [], rowKey, query, sort, onSort, pageSize, below, ...texts } = props;
  const frame = (body: ReactNode) => (
    <Scroller caption={caption}>
      <table className={classes.table}>
        <VisuallyHidden component="caption">{caption}</VisuallyHidden>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {body}
      </table>
    </Scroller>
  );
  return (
    <LoadedList
      query={query}
      isEmpty={rows.length === 0}
      skeleton={frame(<SkeletonRows columns={columns.length} rows={pageSize} />)}
      {...texts}
    >
      {frame(
        <tbody>
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <tr data-row={rowKey(row)}>
                {columns.map((column) => (
                  <BodyCell key={column.key} column={column} row={row} />
                ))}
              </tr>
              <Below columns={columns.length}>{below?.(row)}</Below>
            </Fragment>
          ))}
        </tbody>,
      )}
    </LoadedList>
  );
}

type HeadCellProps<Row> = { column: Column<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort'>;

export function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { key, header, numeric, hiddenHeader, sortable, pinned } = column;
  const dest = sort?.by === key ? (sort.dest ?? 'asc') : undefined;
  if (!sortable || !onSort)
    return (
      <th scope="col" data-numeric={numeric || undefined} data-pinned={pinned || undefined}>
        {hiddenHeader ? <VisuallyHidden>{header}</VisuallyHidden> : header}
      </th>
    );
  return (
    <th
      scope="col"
      data-numeric={numeric || undefined}
      aria-sort={dest && (dest === 'asc' ? 'ascending' : 'descending')}
    >
      <UnstyledButton className={classes.sort} onClick={() => onSort(key, dest === 'asc' ? 'desc' : 'asc')}>
        {header}
        <span aria-hidden className={classes.arrow}>
          {dest === 'desc' ? '↓' : '↑'}
        </span>
      </UnstyledButton>
    </th>
  );
}

export function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const numeric = column.numeric || undefined;
  const oneLine = column.oneLine || undefined;
  const narrow = column.narrow || undefined;
  if (column.rowHeader)
    return (
      <th scope="row" data-numeric={numeric} data-one-line={oneLine} data-narrow={narrow}>
        {column.cell(row)}
      </th>
    );
  return (
    <td
      data-numeric={numeric}
      data-one-line={oneLine}
      data-narrow={narrow}
      data-pinned={column.pinned || undefined}
    >
      {column.cell(row)}
    </td>
  );
}

function Below({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr className={classes.below}>
      <td colSpan={columns}>
        <div className={classes.belowContent}>{children}</div>
      </td>
    </tr>
  );
}

export function SkeletonRows({ columns, rows }: { columns: number; rows: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_row, row) => (
        <tr key={row}>
          {Array.from({ length: columns }, (_cell, cell) => (
            <td key={cell}>
              <Skeleton height={10} width={`${45 + ((row * 3 + cell * 7) % 5) * 10}%`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/**
 * A box that scrolls sideways cuts the head off from the window it would stick to, so it becomes one only where
 * the table does not fit.
 */
export function Scroller({ caption, children }: { caption: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [tooWide, setTooWide] = useState(false);

  useLayoutEffect(() => {
    const element = box.current;
    const table = element?.firstElementChild;
    if (!element || !table) return;
    const observer = new ResizeObserver(() => setTooWide(table.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      ref={box}
      className={classes.box}
      data-scrolls={tooWide || undefined}
      {...(tooWide && { role: 'region', 'aria-label': `${caption}, scrolls sideways`, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}
