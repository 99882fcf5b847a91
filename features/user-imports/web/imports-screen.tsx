import { Anchor, Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FileDrop } from '../../../web/parts/images/file-drop.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { addressChoice, addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import { TickFilter } from '../../../web/ui/chooser/tick-filter.tsx';
import { linkTo } from '../../../web/ui/link-to.ts';
import { Clamped } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { Time } from '../../../web/ui/time.tsx';
import type { ListedUserImport } from '../contract.ts';
import { LARGEST_FILE } from '../../imports/rules.ts';
import { calls, sendFile } from './calls.ts';
import { ImportView } from './import-view.tsx';
import { figures, stateWords } from './import-words.ts';

const shape = { page: addressPage, import: addressId, failed: addressChoice(['1']) };

/** Imports of users, or one of them by its steps (specification: Import of users). */
export function ImportsScreen() {
  const address = useAddress(shape);
  const { state, change } = address;
  if (state.import > 0)
    return (
      <ImportView
        key={state.import}
        id={state.import}
        page={state.page}
        onClose={() => change({ import: 0 })}
      />
    );
  return <ImportList address={address} />;
}

function ImportList({ address }: { address: ReturnType<typeof useAddress<typeof shape>> }) {
  const list = useList({
    address,
    filters: { failed: undefined },
    query: ({ page, failed }) =>
      calls.userImports.queryOptions({
        input: { page, failed: failed ?? '' },
        refetchInterval: (query) => (query.state.data?.imports.some(isUnderWay) ? 1000 : false),
      }),
    rows: 'imports',
    noun: ['import', 'imports'],
    nothingYet: 'Nothing has been imported yet',
    order: { by: 'id', dest: 'desc' },
  });
  return (
    <ListPage
      {...list.page}
      title="Import users"
      filters={
        <TickFilter
          label="Failed, not brought again"
          value={address.state.failed}
          onChange={(failed) => address.change({ failed })}
        />
      }
    >
      <Box mb="md">
        <FileDrop
          label="CSV of users"
          accept=".csv"
          bytes={LARGEST_FILE}
          hint="At most 50 MB and 200,000 rows. Nothing is written before you have seen what would be."
          onFile={async (file, sending) => {
            const { id } = await sendFile(file, sending);
            address.change({ import: id });
          }}
        />
      </Box>
      <DataTable {...list.table} caption="Imports" columns={COLUMNS} />
    </ListPage>
  );
}

export function isUnderWay({ state }: Pick<ListedUserImport, 'state'>): boolean {
  return state === 'checking' || state === 'running';
}

const counted = (
  key: 'created' | 'updated' | 'unchanged' | 'rejected',
  header: string,
  priority: number,
) => ({
  key,
  header,
  numeric: true,
  priority,
  cell: (row: ListedUserImport) => figures(row[key]),
});

const COLUMNS: Column<ListedUserImport>[] = [
  { key: 'id', header: 'ID', numeric: true, priority: 2, cell: ({ id }) => id },
  {
    key: 'file_name',
    header: 'File',
    rowHeader: true,
    stays: true,
    cell: ({ id, file_name }) => (
      <Anchor component={Link} {...linkTo('.', { import: id })} style={{ overflowWrap: 'anywhere' }}>
        <Clamped text={file_name} />
      </Anchor>
    ),
  },
  { key: 'state', header: 'State', priority: 9, cell: stateWords },
  counted('created', 'New', 6),
  counted('updated', 'Changed', 5),
  counted('unchanged', 'Unchanged', 4),
  counted('rejected', 'Rejected', 7),
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
