import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMajor } from '../../../core/money.ts';
import type { Column } from '../../../web/ui/column.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import type { TransactionSum } from '../contract.ts';
import classes from './sums-table.module.css';

/** Currencies that are shown before somebody asks for the rest. */
const FEW = 3;

/** What the filter comes to: a row a currency, because they are never added to each other. */
export function SumsTable({ sums }: { sums: readonly TransactionSum[] }) {
  const [all, setAll] = useState(false);
  if (sums.length === 0) return null;
  const more = sums.length - FEW;
  return (
    <section aria-label="Sums" className={classes.sums}>
      <DataTable
        caption="Sums of the filter by currency"
        columns={COLUMNS}
        rows={all ? sums : sums.slice(0, FEW)}
        rowKey={({ currency }) => currency}
        nothingYet="Nothing sold yet"
      />
      {more > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={all}
          className={classes.more}
          onClick={() => setAll(!all)}
        >
          {all ? 'Fewer currencies' : `${more} more ${more === 1 ? 'currency' : 'currencies'}`}
        </Button>
      )}
    </section>
  );
}

const COLUMNS: Column<TransactionSum>[] = [
  { key: 'currency', header: 'Currency', rowHeader: true, cell: ({ currency }) => currency },
  ...(
    [
      ['sold', 'Sold'],
      ['refunded', 'Refunded'],
      ['paid_out', 'Paid out'],
      ['open', 'Open'],
    ] as const
  ).map(([key, header]) => ({
    key,
    header,
    numeric: true,
    oneLine: true,
    cell: (sum: TransactionSum) => formatMajor(sum[key], sum.currency).slice(sum.currency.length + 1),
  })),
];
