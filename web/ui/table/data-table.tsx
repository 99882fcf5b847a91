import { Fragment, type ReactNode } from 'react';
import { withAddedMark } from './added-mark.tsx';
import { useAddedInSight } from './added-row.ts';
import type { Column, Sorting } from './column.ts';
import { type ListQuery, type ListTexts, LoadedList } from './loaded-list.tsx';
import { RowCells, SkeletonRows } from './row-cells.tsx';
import classes from './table-frame.module.css';
import { ROW, ROWGROUP, TableFrame } from './table-frame.tsx';

export type TableProps<Row> = ListTexts &
  Sorting & {
    /** Name of the table for screen readers. */
    caption: string;
    columns: readonly Column<Row>[];
    rows: readonly Row[] | undefined;
    rowKey: (row: Row) => string | number;
    /** Undefined where the rows need no loading. */
    query?: ListQuery;
    /** Rows of a page, for the height of the skeleton. */
    pageSize?: number;
    /** Key of a row that was just added, which is marked. */
    added?: number;
  };

type DataTableProps<Row> = TableProps<Row> & {
  /** Content below a row, across the table; nothing for a closed row. */
  below?: (row: Row) => ReactNode;
};

/** A list as a table, in all states of loading. `data-row` holds a row's key. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows = [],
    rowKey,
    query,
    sort,
    sorts,
    onSort,
    pageSize = 1,
    below,
    added,
    ...texts
  } = props;
  useAddedInSight(added);
  const frame = (body: ReactNode) => (
    <TableFrame role="table" rows={props.rows} {...{ caption, columns, sort, sorts, onSort }}>
      {body}
    </TableFrame>
  );
  return (
    <LoadedList
      query={query}
      isEmpty={rows.length === 0}
      skeleton={frame(<SkeletonRows columns={columns} rows={pageSize} />)}
      {...texts}
    >
      {frame(
        <tbody {...ROWGROUP}>
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <tr {...ROW} data-row={rowKey(row)} data-added={rowKey(row) === added || undefined}>
                <RowCells
                  columns={columns}
                  row={row}
                  nameOf={rowKey(row) === added ? withAddedMark : undefined}
                />
              </tr>
              <Below columns={columns.length}>{below?.(row)}</Below>
            </Fragment>
          ))}
        </tbody>,
      )}
    </LoadedList>
  );
}

function Below({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr {...ROW} className={classes.below}>
      <td {...CELL} colSpan={columns}>
        {children}
      </td>
    </tr>
  );
}

const CELL = { role: 'cell' };
