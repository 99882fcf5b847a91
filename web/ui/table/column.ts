import type { ReactNode } from 'react';

export type Sort = { by: string | undefined; dest: 'asc' | 'desc' | undefined };

export type Column<Row> = {
  /** The name that the list sorts by; any other name where it cannot be sorted. */
  key: string;
  header: string;
  /** Of the figures below: "USD". */
  unit?: string;
  /** What stands in its head instead of the header, such as a tick for all rows. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Never broken into lines, as a time or an amount. */
  oneLine?: boolean;
  /** Its words stay whole, unless one is longer than a column may be: names and addresses. */
  wholeWords?: boolean;
  /** Right-aligned, in figures of one width. */
  numeric?: boolean;
  narrow?: boolean;
  /** The header is for screen readers alone, as over a column of buttons. */
  hiddenHeader?: boolean;
  /** The column that names the row: a screen reader says it with every cell. */
  rowHeader?: boolean;
  /** Which columns give way where the table is too narrow: the lowest first, 0 where nothing is said. */
  priority?: number;
  /** Never gives way: what holds a button or a link has to. */
  stays?: boolean;
};

export type Sorting = {
  /** The order that the rows are in, also where nobody has chosen it. */
  sort?: Sort;
  sorts?: readonly string[];
  onSort?: (by: string, dest: 'asc' | 'desc') => void;
};
