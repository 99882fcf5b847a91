import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ListedImport } from '../../../features/imports/contract.ts';
import { Clamped } from '../../ui/table/clamped.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Time } from '../../ui/time.tsx';
import { figures, stateWords } from './import-words.ts';
import { linkToImport } from './link-to-import.ts';

/** Columns of a list of imports: a number with its header and priority for each of `counts`, and `own` behind the file. */
export function importColumns<Row extends ListedImport>(
  counts: readonly {
    key: keyof Row & string;
    header: string;
    priority: number;
    count: (row: Row) => number;
  }[],
  own: Column<Row>[] = [],
): Column<Row>[] {
  return [
    { key: 'id', header: 'ID', numeric: true, priority: 2, cell: ({ id }) => id },
    {
      key: 'file_name',
      header: 'File',
      rowHeader: true,
      stays: true,
      cell: ({ id, file_name }) => (
        <Anchor component={Link} inherit {...linkToImport(id)} style={{ overflowWrap: 'anywhere' }}>
          <Clamped text={file_name} />
        </Anchor>
      ),
    },
    ...own,
    { key: 'state', header: 'Status', priority: 9, cell: stateWords },
    ...counts.map(({ key, header, priority, count }) => ({
      key,
      header,
      numeric: true,
      priority,
      cell: (row: Row) => figures(count(row)),
    })),
    {
      key: 'created_by',
      header: 'By',
      priority: 3,
      cell: ({ created_by }) => created_by ?? 'the command line',
    },
    {
      key: 'created_at',
      header: 'When',
      oneLine: true,
      priority: 8,
      cell: ({ created_at }) => <Time value={created_at} />,
    },
  ];
}
