import { Box } from '@mantine/core';
import { FileDrop } from '../../../web/parts/images/file-drop.tsx';
import { importColumns } from '../../../web/parts/imports/import-columns.tsx';
import { isUnderWay } from '../../../web/parts/imports/import-words.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useProgramFilter } from '../../../web/parts/program-select.tsx';
import { addressChoice, addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import { TickFilter } from '../../../web/ui/chooser/tick-filter.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { LARGEST_FILE_BYTES } from '../../imports/rules.ts';
import type { ListedUserImport } from '../contract.ts';
import { calls, sendFile } from './calls.ts';
import { UserImportView } from './user-import.tsx';

const shape = {
  page: addressPage,
  program_id: addressId,
  import: addressId,
  failed: addressChoice(['1']),
};

export function ImportsScreen() {
  const address = useAddress(shape);
  const { state, change } = address;
  if (state.import > 0)
    return (
      <UserImportView
        key={state.import}
        id={state.import}
        page={state.page}
        onClose={() => change({ import: 0 })}
      />
    );
  return <ImportList address={address} />;
}

function ImportList({ address }: { address: ReturnType<typeof useAddress<typeof shape>> }) {
  const program_id = useProgramFilter(address.state.program_id);
  const list = useList({
    address,
    filters: { failed: undefined, program_id: 0 },
    query: ({ page, failed }) =>
      calls.userImports.queryOptions({
        input: { page, program_id, failed: failed ?? '' },
        refetchInterval: (query) => (query.state.data?.imports.some(isUnderWay) ? 1000 : false),
      }),
    rows: 'imports',
    csv: (polled) => calls.userImportsCsv.call({ ...polled, program_id, failed: address.state.failed ?? '' }),
    noun: ['import', 'imports'],
    purpose: 'Create and update many users from a CSV file. Upload one to begin.',
    nothingYet: 'No imports yet',
    order: { by: 'id', dest: 'desc' },
  });
  return (
    <ListPage
      {...list.page}
      title="Import users"
      filters={
        <TickFilter
          label="Failed, not re-uploaded"
          value={address.state.failed}
          onChange={(failed) => address.change({ failed })}
        />
      }
    >
      <Box mb="md">
        <FileDrop
          label="CSV of users"
          accept=".csv"
          bytes={LARGEST_FILE_BYTES}
          hint="At most 50 MB and 200,000 rows. You'll see a preview before anything is saved."
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

const COLUMNS = importColumns<ListedUserImport>([
  { key: 'created', header: 'New', priority: 6, count: ({ created }) => created },
  { key: 'updated', header: 'Changed', priority: 5, count: ({ updated }) => updated },
  { key: 'unchanged', header: 'Unchanged', priority: 4, count: ({ unchanged }) => unchanged },
  { key: 'rejected', header: 'Rejected', priority: 7, count: ({ rejected }) => rejected },
]);
