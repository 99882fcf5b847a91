import type { ReactNode } from 'react';

export type Sort = { by: string | undefined; dest: 'asc' | 'desc' | undefined };

export type Column<Row> = {
  /** Unique name; the one in `sort_by` where the list can be sorted by the column. */
  key: string;
  header: string;
  /** Unit of the numbers: "USD". */
  unit?: string;
  /** Content of the head in place of the header, such as a checkbox for all rows. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Content on a phone's card, where it stands without its neighbours, such as an amount with its currency. */
  onCard?: (row: Row) => ReactNode;
  /** Keeps a time or an amount on one line. */
  oneLine?: boolean;
  /** Keeps words whole, unless one is too long for any column: names and addresses. */
  wholeWords?: boolean;
  /** Right-aligned, with tabular digits. */
  numeric?: boolean;
  narrow?: boolean;
  /** Shows the header to screen readers only, as over a column of buttons. */
  hiddenHeader?: boolean;
  /** Names the row: screen readers say it with every cell. */
  rowHeader?: boolean;
  /** Order in which columns give way in a narrow table: the lowest first, 0 by default. */
  priority?: number;
  /** Place on a phone's card, where the priority would choose another: beside the name, or first below it. */
  card?: 'end' | 'line';
  /** Never gives way, as columns with a button or link must not. */
  stays?: boolean;
};

export type Sorting = {
  sort?: Sort;
  sorts?: readonly string[];
  onSort?: (by: string, dest: 'asc' | 'desc') => void;
};
