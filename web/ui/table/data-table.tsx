import { Fragment, lazy, type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import { withAddedMark } from './added-mark.tsx';
import { useAddedInSight } from './added-row.ts';
import type { Column, Sorting } from './column.ts';
import { useChosenColumns } from './columns/chosen-columns.ts';
import { useRowKeys } from './cursor/row-keys.ts';
import { type ListQuery, type ListTexts, LoadedList } from './loaded-list.tsx';
import { RowCells, SkeletonRows } from './row-cells.tsx';
import classes from './table-frame.module.css';
import { ROW, ROWGROUP, TableFrame } from './table-frame.tsx';

export type TableProps<Row> = ListTexts &
  Sorting & {
    caption: string;
    columns: readonly Column<Row>[];
    rows: readonly Row[] | undefined;
    rowKey: (row: Row) => string | number;
    /** Undefined where the rows need no loading. */
    query?: ListQuery;
    pageSize?: number;
    added?: number;
    /** True for the list of a screen: its rows have a cursor and can be peeked at, its columns can be hidden. */
    isMain?: boolean;
  };

type DataTableProps<Row> = TableProps<Row> & {
  /** Content below a row, across the table; nothing for a closed row. */
  below?: (row: Row) => ReactNode;
  /** Opens a record on Enter; without it its details, its page or its form. */
  onOpen?: (row: Row) => void;
  /** Content of a row's details below what its columns say. */
  details?: (row: Row) => ReactNode;
};

/** A list as a table, in all states of loading. `data-row` holds a row's key. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns: all,
    rows = [],
    rowKey,
    query,
    sort,
    sorts,
    onSort,
    pageSize = 1,
    below,
    added,
    isMain = false,
    onOpen,
    details,
    ...texts
  } = props;
  const { chosen: columns, choice } = useChosenColumns(all, isMain);
  const table = useRef<HTMLTableElement>(null);
  const [peeked, setPeeked] = useState<string | null>(null);
  const at = rows.findIndex((row) => String(rowKey(row)) === peeked);
  const peek = peeked === null ? undefined : rows[at];
  useRowKeys(table, {
    isOn: isMain,
    onPeek: setPeeked,
    onOpen: (key) => {
      const row = onOpen && rows.find((one) => String(rowKey(one)) === key);
      if (row) onOpen(row);
      return row !== undefined;
    },
  });
  const peekedRow = () => table.current?.querySelector<HTMLElement>(`tr[data-row="${peeked}"]`) ?? null;
  useAddedInSight(added);
  const frame = (body: ReactNode) => (
    <TableFrame
      role="table"
      ref={table}
      rows={props.rows}
      chooser={{ columns: all, choice }}
      {...{ caption, columns, sort, sorts, onSort }}
    >
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
              <tr
                {...ROW}
                data-row={rowKey(row)}
                data-added={rowKey(row) === added || undefined}
                tabIndex={isMain ? -1 : undefined}
                onClick={isMain ? (event) => isTap(event) && setPeeked(String(rowKey(row))) : undefined}
              >
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
      {peek !== undefined && (
        <Suspense>
          <RowPeek
            columns={all as readonly Column<unknown>[]}
            row={peek}
            onStep={(by) => {
              const next = rows[at + by];
              if (next) setPeeked(String(rowKey(next)));
              return next !== undefined;
            }}
            returnTo={peekedRow}
            onClose={() => setPeeked(null)}
            onTake={() => {
              setPeeked(null);
              peekedRow()?.focus();
            }}
          >
            {details?.(peek)}
          </RowPeek>
        </Suspense>
      )}
    </LoadedList>
  );
}

const RowPeek = lazy(() => import('./cursor/row-peek.tsx').then((m) => ({ default: m.RowPeek<unknown> })));

/** True for a tap on a card beside its controls. */
function isTap({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const isCard = currentTarget.closest('[data-fit="cards"]') !== null;
  return isCard && target instanceof Element && target.closest('a, button, input, label') === null;
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
