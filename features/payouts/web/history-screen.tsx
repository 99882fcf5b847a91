import { CURRENCIES } from '../../../core/money.ts';
import { CurrencyFilter } from '../../../web/parts/currency-filter.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { addressChoice, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
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

const historyAddress = {
  page: addressPage,
  instructor_name: addressText,
  currency: addressChoice(CURRENCIES),
  state: addressChoice(PAYOUT_STATES),
  kind: addressChoice(PAYOUT_KINDS),
  batch_id: addressText,
  sort_by: addressChoice(HISTORY_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...payoutDialogs.address,
};

const STATES = PAYOUT_STATES.map((value) => ({ value, label: PAYOUT_STATE_NAMES[value] }));
const KINDS = PAYOUT_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }));

/** Past payouts and their outcome (specification: Payouts). */
export function HistoryScreen() {
  const address = useAddress(historyAddress);
  const { state, change } = address;
  const list = useList({
    address,
    filters: {
      instructor_name: '',
      currency: undefined,
      state: undefined,
      kind: undefined,
      batch_id: '',
    },
    query: ({ batch_id, ...asked }) =>
      batchCalls.payoutsHistory.queryOptions({
        input: { ...asked, batch_id: typedId(batch_id) || undefined },
      }),
    rows: 'payouts',
    noun: ['payout', 'payouts'],
    nothingYet: 'No payouts yet',
    sorts: HISTORY_SORTS,
    order: { by: 'id', dest: 'desc' },
  });
  const dialogs = payoutDialogs.useDialogs(address, list.rowOf, {});

  return (
    <ListPage
      {...list.page}
      views
      csv={(polled) =>
        batchCalls.payoutsHistoryCsv.call({
          ...polled,
          instructor_name: state.instructor_name,
          currency: state.currency,
          state: state.state,
          kind: state.kind,
          batch_id: typedId(state.batch_id) || undefined,
        })
      }
      title="Site payouts history"
      filters={
        <>
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
      <DataTable
        {...list.table}
        caption="Site payouts history"
        onOpen={({ id }) => dialogs.open('lines', id)}
        columns={[
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
