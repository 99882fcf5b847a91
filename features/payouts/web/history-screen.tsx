import { CURRENCIES } from '../../../core/money.ts';
import { CurrencyFilter } from '../../../web/parts/currency-filter.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramFilter, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { addressChoice, addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { TextFilter } from '../../../web/ui/chooser/text-filter.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { HISTORY_SORTS, type Payout } from '../batches/contract.ts';
import { PAYOUT_KINDS, PAYOUT_STATES } from '../rules.ts';
import { batchCalls } from './calls.ts';
import { KIND_NAMES, PAYOUT_STATE_NAMES } from './history-words.ts';
import { PayoutActions } from './payout-actions.tsx';
import { payoutColumns } from './payout-columns.tsx';
import { payoutDialogs } from './payout-dialogs.ts';
import { typedId } from './typed-id.ts';
import { useBulkArrived } from './use-bulk-arrived.tsx';

const historyAddress = {
  page: addressPage,
  instructor_name: addressText,
  currency: addressChoice(CURRENCIES),
  state: addressChoice(PAYOUT_STATES),
  kind: addressChoice(PAYOUT_KINDS),
  batch_id: addressText,
  program_id: addressId,
  sort_by: addressChoice(HISTORY_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...payoutDialogs.address,
};

const STATES = PAYOUT_STATES.map((value) => ({ value, label: PAYOUT_STATE_NAMES[value] }));
const KINDS = PAYOUT_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }));

export function HistoryScreen() {
  const address = useAddress(historyAddress);
  const { state, change } = address;
  const program_id = useProgramFilter(state.program_id);
  const list = useList({
    address,
    filters: {
      instructor_name: '',
      currency: undefined,
      state: undefined,
      kind: undefined,
      batch_id: '',
      program_id: 0,
    },
    query: ({ batch_id, ...asked }) =>
      batchCalls.payoutsHistory.queryOptions({
        input: { ...asked, program_id, batch_id: typedId(batch_id) || undefined },
      }),
    rows: 'payouts',
    noun: ['payout', 'payouts'],
    purpose: 'Every payout that was made. Make the first one under Payouts.',
    nothingYet: 'No payouts yet',
    sorts: HISTORY_SORTS,
    order: { by: 'id', dest: 'desc' },
  });
  const dialogs = payoutDialogs.useDialogs(address, list.rowOf, {});
  const { instructor_name, currency, state: status, kind, batch_id, sort_by, sort_dest } = state;
  const filter = {
    instructor_name,
    program_id,
    currency,
    state: status,
    kind,
    batch_id: typedId(batch_id) || undefined,
  };
  const bulk = useBulkArrived({
    rows: list.rows,
    count: list.page.count,
    filter: { ...filter, sort_by, sort_dest },
  });

  return (
    <ListPage
      {...list.page}
      views
      csv={(polled) => batchCalls.payoutsHistoryCsv.call({ ...polled, ...filter })}
      title="Site payouts history"
      filters={
        <>
          <ProgramFilter value={state.program_id} onChange={(program_id) => change({ program_id })} />
          <TextFilter
            label="Instructor name"
            value={state.instructor_name}
            onChange={(instructor_name) => change({ instructor_name })}
          />
          <CurrencyFilter value={state.currency} onChange={(currency) => change({ currency })} />
          <Choice
            label="Status"
            placeholder="All"
            data={STATES}
            value={state.state ?? null}
            onChange={(chosen) => change({ state: PAYOUT_STATES.find((one) => one === chosen) })}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear Status' }}
          />
          <Choice
            label="Type"
            placeholder="All"
            data={KINDS}
            value={state.kind ?? null}
            onChange={(chosen) => change({ kind: PAYOUT_KINDS.find((one) => one === chosen) })}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear Type' }}
          />
          <TextFilter
            label="Batch ID"
            value={state.batch_id}
            error={state.batch_id !== '' && typedId(state.batch_id) === 0 && 'Enter a number'}
            onChange={(batch_id) => change({ batch_id })}
          />
        </>
      }
    >
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="Site payouts history"
        onOpen={({ id }) => dialogs.open('lines', id)}
        columns={[
          ...bulk.columns,
          ...payoutColumns(),
          actionsColumn<Payout>((row) => (
            <PayoutActions row={row} onOpen={(which) => dialogs.open(which, row.id)} />
          )),
        ]}
      />
      {dialogs.element}
    </ListPage>
  );
}
