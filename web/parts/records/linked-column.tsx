import type { Column } from '../../ui/table/column.ts';
import { RecordLink } from './record-link.tsx';
import type { RecordNoun } from './record-pages.ts';

/** A column whose cell names a record, with that name as the link to its page; null for none. */
export function linkedColumn<Row>(
  column: Column<Row>,
  noun: RecordNoun,
  idOf: (row: Row) => number | null,
): Column<Row> {
  return {
    ...column,
    cell: (row) => (
      <RecordLink noun={noun} id={idOf(row)}>
        {column.cell(row)}
      </RecordLink>
    ),
  };
}
