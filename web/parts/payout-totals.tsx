import type { Preview } from '../../features/payouts/contract.ts';
import type { Column } from '../ui/column.ts';
import { DataTable } from '../ui/data-table.tsx';
import { figuresOf, PAYOUT_METHOD_NAMES } from './payout-words.ts';

type Total = Preview['totals'][number];

/** What is paid by currency and method: currencies are never added to each other. */
export function PayoutTotals({ totals }: { totals: readonly Total[] }) {
  return (
    <DataTable
      caption="Totals by currency and method"
      columns={COLUMNS}
      rows={totals}
      rowKey={({ currency, method }) => `${currency} ${method}`}
      nothingYet="Nothing can be paid"
    />
  );
}

const COLUMNS: Column<Total>[] = [
  { key: 'currency', header: 'Currency', rowHeader: true, cell: ({ currency }) => currency },
  { key: 'method', header: 'Method', stays: true, cell: ({ method }) => PAYOUT_METHOD_NAMES[method] },
  {
    key: 'payees',
    header: 'Payees',
    numeric: true,
    stays: true,
    cell: ({ payees }) => payees.toLocaleString('en-US'),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    oneLine: true,
    stays: true,
    cell: ({ amount, currency }) => figuresOf(amount, currency),
  },
];
