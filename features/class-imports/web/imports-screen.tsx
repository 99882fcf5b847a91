import { importColumns } from '../../../web/parts/imports/import-columns.tsx';
import { isUnderWay } from '../../../web/parts/imports/import-words.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { ProgramFilter, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { addressChoice, addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import { TickFilter } from '../../../web/ui/chooser/tick-filter.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import type { ListedClassImport } from '../contract.ts';
import { calls } from './calls.ts';
import { ClassImportView } from './class-import.tsx';
import { UploadClasses } from './upload-classes.tsx';

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
      <ClassImportView
        key={state.import}
        id={state.import}
        page={state.page}
        onClose={() => change({ import: 0 })}
      />
    );
  return <ImportList address={address} />;
}

function ImportList({ address }: { address: ReturnType<typeof useAddress<typeof shape>> }) {
  const { state, change } = address;
  const program_id = useProgramFilter(state.program_id);
  const list = useList({
    address,
    filters: { failed: undefined, program_id: 0 },
    query: ({ page, failed }) =>
      calls.classImports.queryOptions({
        input: { page, program_id, failed: failed ?? '' },
        refetchInterval: (query) => (query.state.data?.imports.some(isUnderWay) ? 1000 : false),
      }),
    rows: 'imports',
    csv: (polled) => calls.classImportsCsv.call({ ...polled, program_id, failed: state.failed ?? '' }),
    noun: ['import', 'imports'],
    purpose: 'Create and update many classes from a CSV file. Upload one to begin.',
    nothingYet: 'No imports yet',
    order: { by: 'id', dest: 'desc' },
  });
  return (
    <ListPage
      {...list.page}
      title="Import classes"
      filters={
        <>
          <ProgramFilter value={state.program_id} onChange={(chosen) => change({ program_id: chosen })} />
          <TickFilter
            label="Failed, not re-uploaded"
            value={state.failed}
            onChange={(failed) => change({ failed })}
          />
        </>
      }
    >
      <UploadClasses program_id={program_id} onRead={(id) => change({ import: id })} />
      <DataTable {...list.table} caption="Imports" columns={COLUMNS} />
    </ListPage>
  );
}

const COLUMNS = importColumns<ListedClassImport>(
  [
    { key: 'created', header: 'New', priority: 6, count: ({ created }) => created },
    { key: 'updated', header: 'Changed', priority: 5, count: ({ updated }) => updated },
    { key: 'unchanged', header: 'Unchanged', priority: 4, count: ({ unchanged }) => unchanged },
    { key: 'rejected', header: 'Rejected', priority: 7, count: ({ rejected }) => rejected },
  ],
  [
    {
      key: 'program_id',
      header: 'Program',
      priority: 3,
      cell: ({ program_id }) => (program_id === 0 ? 'By row' : <ProgramName id={program_id} />),
    },
  ],
);
