import { CURRENCIES } from '../../../core/money.ts';
import { SOURCES } from '../../../core/sites/sources.ts';
import { CurrencyFilter } from '../../../web/parts/currency-filter.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { OpenedRow } from '../../../web/parts/opened-row.tsx';
import { ProgramFilter, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { SourceFilter } from '../../../web/parts/source-filter.tsx';
import { addressChoice, addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { DateRange } from '../../../web/ui/chooser/date-range.tsx';
import { TextFilter } from '../../../web/ui/chooser/text-filter.tsx';
import { TickFilter } from '../../../web/ui/chooser/tick-filter.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { useAwaited } from '../../../web/ui/use-awaited.ts';
import { TRANSACTION_SORTS } from '../contract.ts';
import { calls, readTransaction, reloadAll } from './calls.ts';
import { SumsStrip } from './sums-strip.tsx';
import { transactionColumns } from './transaction-columns.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { transactionDialogs } from './transaction-dialogs.ts';

const transactionsAddress = {
  page: addressPage,
  id: addressText,
  class_name: addressText,
  instructor_name: addressText,
  student_name: addressText,
  program_id: addressId,
  dates: addressText,
  currency: addressChoice(CURRENCIES),
  source: addressChoice(SOURCES),
  in_trouble: addressChoice(['1']),
  to_return: addressChoice(['1']),
  sort_by: addressChoice(TRANSACTION_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  open: addressId,
  ...transactionDialogs.address,
};

/** Amounts of several currencies cannot be sorted. */
const ACROSS_CURRENCIES = TRANSACTION_SORTS.filter((sort) => sort !== 'amount');

export function TransactionsScreen() {
  const address = useAddress(transactionsAddress);
  const { state, change, openDialog, closeDialog } = address;
  const program_id = useProgramFilter(state.program_id);
  const { class_name, instructor_name, student_name, dates } = state;
  const id = Number(/^#?(\d{1,9})$/.exec(state.id)?.[1] ?? 0);
  const filter = {
    ...(id > 0 && { id }),
    class_name,
    instructor_name,
    student_name,
    dates,
    currency: state.currency ?? '',
    source: state.source ?? '',
    in_trouble: state.in_trouble ?? '',
    to_return: state.to_return ?? '',
    program_id,
  } as const;
  const list = useList({
    address,
    filters: {
      id: '',
      class_name: '',
      instructor_name: '',
      student_name: '',
      program_id: 0,
      dates: '',
      currency: undefined,
      source: undefined,
      in_trouble: undefined,
      to_return: undefined,
    },
    query: ({ page, sort_by, sort_dest }) =>
      calls.transactions.queryOptions({ input: { ...filter, page, sort_by, sort_dest } }),
    rows: 'transactions',
    noun: ['transaction', 'transactions'],
    purpose: 'Sales and their refunds. They appear here when a site or Stripe reports them.',
    sorts: state.currency ? TRANSACTION_SORTS : ACROSS_CURRENCIES,
    order: { by: 'created_at', dest: 'desc' },
  });
  const asked = useAwaited(reloadAll);
  const dialogs = transactionDialogs.useDialogs(address, list.rowOf, { onAsked: asked.add });

  return (
    <ListPage
      {...list.page}
      views
      title="Site transactions"
      sums={<SumsStrip query={list.table.query} />}
      csv={(polled) => calls.transactionsCsv.call({ ...polled, ...filter })}
      filters={
        <>
          <ProgramFilter value={state.program_id} onChange={(chosen) => change({ program_id: chosen })} />
          <TextFilter
            label="Class name or ID"
            value={class_name}
            onChange={(class_name) => change({ class_name })}
          />
          <TextFilter
            label="Instructor name"
            value={instructor_name}
            onChange={(instructor_name) => change({ instructor_name })}
          />
          <TextFilter
            label="Student name"
            value={student_name}
            onChange={(student_name) => change({ student_name })}
          />
          <DateRange label="Dates (UTC)" value={dates} onChange={(dates) => change({ dates })} />
          <CurrencyFilter value={state.currency} onChange={(currency) => change({ currency })} />
          <SourceFilter value={state.source} onChange={(source) => change({ source })} />
          <TextFilter
            label="Transaction ID"
            value={state.id}
            error={state.id !== '' && id === 0 && 'Enter a number'}
            onChange={(id) => change({ id })}
          />
          <TickFilter
            label="Failed or unconfirmed refunds"
            value={state.in_trouble}
            onChange={(in_trouble) => change({ in_trouble })}
          />
          <TickFilter
            label="To be returned by hand"
            value={state.to_return}
            onChange={(to_return) => change({ to_return })}
          />
        </>
      }
    >
      <DataTable
        {...list.table}
        caption="Transactions"
        columns={transactionColumns({
          open: state.open,
          onToggle: (id) => openDialog({ open: state.open === id ? 0 : id }),
          onRefund: (id) => dialogs.open('refund', id),
          asked: asked.words,
          inAll: program_id === 0,
        })}
        below={(row) => row.id === state.open && <TransactionDetails transaction={row} />}
      />
      <OpenedRow
        noun="transaction"
        id={state.open}
        list={list}
        read={readTransaction}
        onClose={() => closeDialog({ open: 0 })}
      />
      {dialogs.element}
    </ListPage>
  );
}
