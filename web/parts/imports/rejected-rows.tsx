import { Group, Title } from '@mantine/core';
import type { Rejection } from '../../../features/imports/contract.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { PageLinks } from '../../ui/table/page-links.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { rowsOf } from './import-words.ts';

type RejectedRowsProps = {
  rejections: readonly Rejection[];
  count: number;
  page: number;
  poll: Parameters<typeof ExportButton>[0]['poll'];
};

/** A page of the rows that were not imported, and all of them as a file. */
export function RejectedRows({ rejections, count, page, poll }: RejectedRowsProps) {
  const noun = count === 1 ? 'row' : 'rows';
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Rejected: {rowsOf(count)}
        </Title>
        <ExportButton title="Rejected rows" poll={poll} />
      </Group>
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

const COLUMNS: Column<Rejection>[] = [
  { key: 'line', header: 'Line', narrow: true, stays: true, rowHeader: true, cell: (row) => row.line },
  { key: 'column', header: 'Column', priority: 5, cell: ({ column }) => column ?? '—' },
  { key: 'reason', header: 'Reason', stays: true, cell: ({ reason }) => reason },
];
