import { VisuallyHidden } from '@mantine/core';
import { type ComponentProps, type ReactNode, type Ref, use, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Column, Sorting } from './column.ts';
import type { ChosenColumns } from './columns/chosen-columns.ts';
import { ColumnChooser } from './columns/column-chooser.tsx';
import { SortPlace } from './sort-place.ts';
import { FitContext, useFit } from './table-fit.ts';
import classes from './table-frame.module.css';
import { HeadCell, SortChoice } from './table-head.tsx';

type TableFrameProps<Row> = Sorting &
  Pick<ComponentProps<'table'>, 'onFocus' | 'onKeyDown'> & {
    caption: string;
    columns: readonly Column<Row>[];
    rows: readonly Row[] | undefined;
    role: 'table' | 'treegrid';
    /** All columns, and which of them the person has hidden; null where none can be. */
    chooser?: { columns: readonly Column<Row>[]; choice: ChosenColumns | null };
    ref?: Ref<HTMLTableElement>;
    children: ReactNode;
  };

/** Table that never scrolls horizontally. Roles keep it a table for screen readers in every layout. */
export function TableFrame<Row>(props: TableFrameProps<Row>) {
  const { caption, columns, rows, role, sort, sorts = [], onSort, chooser, ref, children, ...events } = props;
  const box = useRef<HTMLDivElement>(null);
  const fit = useFit(box, columns, rows);
  const unreachable = columns.filter(({ key }) => sorts.includes(key) && (fit.cards || fit.folded.has(key)));
  const place = use(SortPlace);
  const choice = onSort && unreachable.length > 0 && (
    <SortChoice columns={columns} sort={sort} sorts={sorts} onSort={onSort} />
  );
  return (
    <FitContext value={fit}>
      {place === undefined ? choice : place && createPortal(choice, place)}
      {chooser?.choice && <ColumnChooser columns={chooser.columns} choice={chooser.choice} />}
      <div ref={box} className={classes.box} data-cards={fit.cards || undefined}>
        <table
          ref={ref}
          role={role}
          className={classes.table}
          data-fit={fit.cards ? 'cards' : fit.folded.size > 0 ? 'folded' : 'whole'}
          {...events}
        >
          <VisuallyHidden component="caption">{caption}</VisuallyHidden>
          <thead {...ROWGROUP}>
            <tr {...ROW}>
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} sort={sort} sorts={sorts} onSort={onSort} />
              ))}
            </tr>
          </thead>
          {children}
        </table>
      </div>
    </FitContext>
  );
}

export const ROWGROUP = { role: 'rowgroup' };
export const ROW = { role: 'row' };
