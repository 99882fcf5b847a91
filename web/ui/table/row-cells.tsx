import type { ReactNode } from 'react';
import { Clamped } from './clamped.tsx';
import type { Column } from './column.ts';
import { cardColumns } from './columns/card-columns.ts';
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
  const card = cards ? cardColumns(columns) : undefined;
  return columns.map((column) => {
    const { key, wholeWords, rowHeader } = column;
    const marks = { ...marksOf(column, folded), 'data-place': card && placeOf(column, card) };
    const isEnd = marks['data-place'] === 'end';
    const value = isEnd ? onCard(column, row) : clamped(column.cell(row));
    if (rowHeader)
      return (
        <th key={key} {...ROWHEADER} scope="row" {...marks}>
          {nameOf(value)}
          {card && <Facts columns={columns.filter((one) => card.facts.includes(one.key))} row={row} />}
        </th>
      );
    return (
      <td key={key} role={role} {...marks}>
        {wholeWords ? <span className={classes.words}>{value}</span> : value}
      </td>
    );
  });
}

/** Facts below the name of a card; to a screen reader the cells say them. */
function Facts<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <span className={classes.facts} inert>
      {columns.map((column) => {
        const { key, header, numeric, oneLine, cell } = column;
        const value = cell(row);
        if (value === null || value === false || NOTHING.includes(value as string)) return null;
        return (
          <span key={key}>
            {numeric && !oneLine && `${header} `}
            {onCard(column, row)}
          </span>
        );
      })}
    </span>
  );
}

/** Returns the content of a cell that stands alone: with its unit, a currency in front of its amount. */
function onCard<Row>({ cell, unit, onCard: alone }: Column<Row>, row: Row): ReactNode {
  const value = alone ? alone(row) : cell(row);
  if (!unit || NOTHING.includes(value as string)) return value;
  if (unit === '%') return <>{value}%</>;
  return isCurrency(unit) ? (
    <>
      {unit} {value}
    </>
  ) : (
    <>
      {value} {unit}
    </>
  );
}

function isCurrency(unit: string): boolean {
  return unit.length === 3 && unit === unit.toUpperCase();
}

/** Values that say nothing without the head of their column. */
const NOTHING = ['', '–', 'Yes', 'No'];

function placeOf(
  { key, head, hiddenHeader, rowHeader }: Marked & Pick<Column<never>, 'head' | 'rowHeader'>,
  { end }: { end?: string | undefined },
) {
  if (rowHeader) return 'name';
  if (hiddenHeader) return 'actions';
  if (head) return 'tick';
  return key === end ? 'end' : 'away';
}

/** Characters that never need a third line, whatever the width of their column. */
const SHORT_NAME = 12;

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
  const { cards, folded } = useTableFit();
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_row, row) => (
        <tr key={row}>
          {columns.map((column, cell) => (
            <td
              key={column.key}
              {...marksOf(column, folded)}
              data-place={cards ? (column.rowHeader ? 'name' : 'away') : undefined}
            >
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
