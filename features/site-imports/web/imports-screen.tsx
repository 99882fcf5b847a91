import { importColumns } from '../../../web/parts/imports/import-columns.tsx';
import { isUnderWay } from '../../../web/parts/imports/import-words.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { ProgramFilter, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { addressChoice, addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import { TickFilter } from '../../../web/ui/chooser/tick-filter.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import type { ListedSiteImport } from '../contract.ts';
import { KIND_TITLES, MOVED_KINDS } from '../rules.ts';
import { calls } from './calls.ts';
import { SiteImportView } from './site-import.tsx';
import { UploadHistory } from './upload-history.tsx';

const shape = {
  page: addressPage,
  program_id: addressId,
  import: addressId,
  failed: addressChoice(['1']),
  kind: addressChoice(MOVED_KINDS),
};

export function ImportsScreen() {
  const address = useAddress(shape);
  const { state, change } = address;
  if (state.import > 0)
    return (
      <SiteImportView
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
      calls.siteImports.queryOptions({
        input: { page, program_id, failed: failed ?? '' },
        refetchInterval: (query) => (query.state.data?.imports.some(isUnderWay) ? 1000 : false),
      }),
    rows: 'imports',
    csv: (polled) => calls.siteImportsCsv.call({ ...polled, program_id, failed: state.failed ?? '' }),
    noun: ['import', 'imports'],
    purpose: 'Bring classes, sales and other history from a previous system. Upload a file to begin.',
    nothingYet: 'No imports yet',
    order: { by: 'id', dest: 'desc' },
  });
  return (
    <ListPage
      {...list.page}
      title="Imports"
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
      <UploadHistory
        program_id={program_id}
        kind={state.kind ?? 'charges'}
        onKind={(kind) => change({ kind })}
        onRead={(id) => change({ import: id })}
      />
      <DataTable {...list.table} caption="Imports" columns={COLUMNS} />
    </ListPage>
  );
}

const COLUMNS = importColumns<ListedSiteImport>(
  [
    { key: 'created', header: 'New', priority: 6, count: ({ created }) => created },
    { key: 'unchanged', header: 'Unchanged', priority: 4, count: ({ unchanged }) => unchanged },
    { key: 'rejected', header: 'Rejected', priority: 7, count: ({ rejected }) => rejected },
  ],
  [
    { key: 'kind', header: 'Type', oneLine: true, priority: 9, cell: ({ kind }) => KIND_TITLES[kind] },
    {
      key: 'program_id',
      header: 'Program',
      priority: 5,
      cell: ({ program_id }) => <ProgramName id={program_id} />,
    },
  ],
);
