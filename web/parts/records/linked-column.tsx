import type { Column } from '../../ui/table/column.ts';
import { RecordLink } from './record-link.tsx';
import type { RecordNoun } from './record-pages.ts';

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
