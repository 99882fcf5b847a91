import type { ReactNode } from 'react';
import { Clamped } from './clamped.tsx';
import type { Column } from './column.ts';
import { useTableFit } from './table-fit.ts';
import classes from './table-frame.module.css';

type RowCellsProps<Row> = {
  columns: readonly Column<Row>[];
  row: Row;
  /** Wraps the name of the row, as with an indent. */
  nameOf?: (name: ReactNode) => ReactNode;
  role?: 'cell' | 'gridcell';
};

/** Cells of a row. A folded column keeps its cell for screen readers. */
export function RowCells<Row>({ columns, row, nameOf = (name) => name, role = 'cell' }: RowCellsProps<Row>) {
  const { cards, folded } = useTableFit();
  return columns.map((column) => {
    const { key, header, unit, wholeWords, hiddenHeader, rowHeader } = column;
    const marks = marksOf(column, folded);
    const value = clamped(column.cell(row));
    if (rowHeader)
      return (
        <th key={key} {...ROWHEADER} scope="row" {...marks}>
          {nameOf(value)}
        </th>
      );
    return (
      <td key={key} role={role} {...marks}>
        {cards && !hiddenHeader && (
          <span aria-hidden className={classes.label}>
            {header}
          </span>
        )}
        {cards || wholeWords ? <span className={cards ? classes.value : classes.words}>{value}</span> : value}
        {cards && unit && (
          <span aria-hidden className={classes.label}>
            {unit}
          </span>
        )}
      </td>
    );
  });
}

/** Characters that never need a third line, whatever the width of their column. */
const SHORT_NAME = 12;

/** Cuts plain text to two lines. */
function clamped(text: ReactNode): ReactNode {
  return typeof text === 'string' && text.length > SHORT_NAME ? <Clamped text={text} /> : text;
}

const ROWHEADER = { role: 'rowheader' };

type Marked = Pick<Column<never>, 'key' | 'numeric' | 'oneLine' | 'narrow' | 'hiddenHeader'>;

function marksOf({ key, numeric, oneLine, narrow, hiddenHeader }: Marked, folded: ReadonlySet<string>) {
  return {
    'data-numeric': numeric || undefined,
    'data-one-line': oneLine || undefined,
    'data-narrow': narrow || undefined,
    'data-folded': folded.has(key) || undefined,
    'data-buttons': hiddenHeader || undefined,
  };
}

/** Rows without animation: hundreds of pulsing bars are as many layers, and slow down the page. */
export function SkeletonRows<Row>({ columns, rows }: { columns: readonly Column<Row>[]; rows: number }) {
  const { folded } = useTableFit();
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_row, row) => (
        <tr key={row}>
          {columns.map((column, cell) => (
            <td key={column.key} {...marksOf(column, folded)}>
              <Bone width={45 + ((row * 3 + cell * 7) % 5) * 10} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Bone({ width }: { width: number }) {
  return <div className={classes.bone} style={{ width: `${width}%` }} />;
}
