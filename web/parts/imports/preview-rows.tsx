import { Badge } from '@mantine/core';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { OUTCOME_WORDS } from './import-words.ts';

type PreviewRow = { line: number; action: keyof typeof OUTCOME_WORDS };

type PreviewRowsProps<Row extends PreviewRow> = {
  rows: readonly Row[];
  total: number | null;
  columns: Column<Row>[];
};

export function PreviewRows<Row extends PreviewRow>({ rows, total, columns }: PreviewRowsProps<Row>) {
  const isPart = (total ?? 0) > rows.length;
  return (
    <DataTable
      caption={isPart ? `The first ${rows.length} rows` : 'All rows'}
      columns={[...outcomeColumns<Row>(), ...columns]}
      rows={rows}
      rowKey={({ line }) => line}
      nothingYet="The file has no rows"
      purpose="What each row of the file would do. Upload a file with rows."
    />
  );
}

const outcomeColumns = <Row extends PreviewRow>(): Column<Row>[] => [
  { key: 'line', header: 'Line', numeric: true, narrow: true, priority: 2, cell: ({ line }) => line },
  {
    key: 'action',
    header: 'Becomes',
    oneLine: true,
    priority: 8,
    cell: ({ action }) => (
      <Badge variant="default" radius="sm" tt="none" fw={action === 'rejected' ? 700 : 500}>
        {OUTCOME_WORDS[action]}
      </Badge>
    ),
  },
];
