import { Group, Title } from '@mantine/core';
import type { Rejection, RejectionCause } from '../../../features/imports/contract.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { PageLinks } from '../../ui/table/page-links.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { figures, rowsOf } from './import-words.ts';

type RejectedRowsProps = {
  rejections: readonly Rejection[];
  causes: readonly RejectionCause[];
  count: number;
  page: number;
  poll: Parameters<typeof ExportButton>[0]['poll'];
};

export function RejectedRows({ rejections, causes, count, page, poll }: RejectedRowsProps) {
  const noun = count === 1 ? 'row' : 'rows';
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Rejected: {rowsOf(count)}
        </Title>
        <ExportButton title="Rejected rows" poll={poll} />
      </Group>
      {count > causes.length && (
        <DataTable
          caption="Causes"
          columns={CAUSES}
          rows={causes}
          rowKey={({ column, reason }) => `${column} ${reason}`}
          nothingYet=""
        />
      )}
      <PageLinks above page={page} count={count} noun={noun} />
      <DataTable
        caption="Rejected rows"
        columns={COLUMNS}
        rows={rejections}
        rowKey={({ line }) => line}
        nothingYet=""
      />
      <PageLinks page={page} count={count} noun={noun} />
    </>
  );
}

const COLUMN = {
  key: 'column',
  header: 'Column',
  priority: 5,
  cell: ({ column }: Rejection) => column ?? '—',
};

const CAUSES: Column<RejectionCause>[] = [
  {
    key: 'count',
    header: 'Rows',
    numeric: true,
    narrow: true,
    stays: true,
    cell: ({ count }) => figures(count),
  },
  COLUMN,
  {
    key: 'reason',
    header: 'Reason',
    stays: true,
    rowHeader: true,
    card: 'line',
    cell: ({ reason }) => reason,
  },
  { key: 'line', header: 'First line', numeric: true, narrow: true, priority: 4, cell: ({ line }) => line },
];

const COLUMNS: Column<Rejection>[] = [
  { key: 'line', header: 'Line', narrow: true, stays: true, rowHeader: true, cell: (row) => row.line },
  COLUMN,
  { key: 'reason', header: 'Reason', stays: true, card: 'line', cell: ({ reason }) => reason },
];
