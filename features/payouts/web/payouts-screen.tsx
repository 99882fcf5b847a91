import { CURRENCIES } from '../../../core/money.ts';
import { CurrencyFilter } from '../../../web/parts/currency-filter.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { PAYOUT_METHOD_CHOICES, peopleOf } from '../../../web/parts/payees/payout-words.ts';
import { useNotify } from '../../../web/parts/payees/use-notify.ts';
import { ProgramFilter, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { addressChoice, addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { TextFilter } from '../../../web/ui/chooser/text-filter.tsx';
import { TickFilter } from '../../../web/ui/chooser/tick-filter.tsx';
import { CurrencySums } from '../../../web/ui/table/currency-sums.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { PAYOUT_SORTS, type Payee } from '../contract.ts';
import { PAYOUT_METHODS } from '../rules.ts';
import { calls, notifyPayee } from './calls.ts';
import { PayeeActions } from './payee-actions.tsx';
import { payeeColumns } from './payee-columns.tsx';
import { payeeDialogs } from './payee-dialogs.ts';
import { useBulkPay } from './use-bulk-pay.tsx';

const payoutsAddress = {
  page: addressPage,
  name: addressText,
  program_id: addressId,
  currency: addressChoice(CURRENCIES),
  method: addressChoice(PAYOUT_METHODS),
  payable: addressChoice(['1']),
  without_method: addressChoice(['1']),
  stuck_debt: addressChoice(['1']),
  sort_by: addressChoice(PAYOUT_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...payeeDialogs.address,
};

export function PayoutsScreen() {
  const address = useAddress(payoutsAddress);
  const { state, change } = address;
  const program_id = useProgramFilter(state.program_id);
  const filter = {
    name: state.name,
    program_id,
    currency: state.currency,
    method: state.method,
    payable: state.payable ?? '',
    without_method: state.without_method ?? '',
    stuck_debt: state.stuck_debt ?? '',
  } as const;
  const list = useList({
    address,
    filters: {
      name: '',
      program_id: 0,
      currency: undefined,
      method: undefined,
      payable: undefined,
      without_method: undefined,
      stuck_debt: undefined,
    },
    query: ({ page, sort_by, sort_dest }) =>
      calls.payouts.queryOptions({ input: { ...filter, by_payee: '1', page, sort_by, sort_dest } }),
    rows: 'payouts',
    csv: (polled) => calls.payoutsCsv.call({ ...polled, ...filter }),
    noun: ['balance', 'balances'],
    purpose: 'What each payee has earned and is not yet paid. Balances appear after the first sale.',
    nothingYet: 'No balances yet',
    sorts: PAYOUT_SORTS,
    order: { by: 'instructor_name', dest: 'asc' },
  });
  const { data } = list.table.query;
  const bulk = useBulkPay({ rows: list.rows, filter });
  const { notify, unsaid } = useNotify(notifyPayee);
  const dialogs = payeeDialogs.useDialogs(address, list.rowOf, {});

  return (
    <ListPage
      {...list.page}
      noun={data && data.count > 0 ? `${list.page.noun} · ${peopleOf(data)}` : list.page.noun}
      views
      title="Site payouts"
      sums={<CurrencySums query={list.table.query} figures={FIGURES} />}
      filters={
        <>
          <TextFilter label="Name or user ID" value={state.name} onChange={(name) => change({ name })} />
          <ProgramFilter value={state.program_id} onChange={(program_id) => change({ program_id })} />
          <CurrencyFilter value={state.currency} onChange={(currency) => change({ currency })} />
          <Choice
            label="Method"
            placeholder="All"
            data={PAYOUT_METHOD_CHOICES}
            value={state.method ?? null}
            onChange={(chosen) => change({ method: PAYOUT_METHODS.find((one) => one === chosen) })}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear Method' }}
          />
          <TickFilter label="Payable now" value={state.payable} onChange={(payable) => change({ payable })} />
          <TickFilter
            label="No payout method"
            value={state.without_method}
            onChange={(without_method) => change({ without_method })}
          />
          <TickFilter
            label="Stuck negative balances"
            value={state.stuck_debt}
            onChange={(stuck_debt) => change({ stuck_debt })}
          />
        </>
      }
    >
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="Site payouts"
        onOpen={({ id }) => dialogs.open('transactions', id)}
        columns={[
          ...bulk.columns,
          ...payeeColumns(list.rows, unsaid),
          actionsColumn<Payee>((row) => (
            <PayeeActions
              row={row}
              onOpen={(which) => dialogs.open(which, row.id)}
              onNotify={() => notify({ id: row.id, user_id: row.pay_to_id })}
            />
          )),
        ]}
      />
      {dialogs.element}
    </ListPage>
  );
}

const FIGURES = [
  { key: 'amount', header: 'Amount' },
  { key: 'payout', header: 'Payout' },
  { key: 'held_amount', header: 'On hold' },
] as const;
