import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { formatMajor } from '../../../core/money.ts';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import type { ListQuery } from '../../../web/ui/table/loaded-list.tsx';
import type { TransactionSum } from '../contract.ts';
import classes from './sums-table.module.css';

/** Number of currencies shown before the rest is asked for. */
const FEW = 3;

type SumsTableProps = {
  /** Query of the list, which shows its failure itself. */
  query: ListQuery & { data: { sums: readonly TransactionSum[] } | undefined };
  /** True where the filter names a currency, or a charge, which has one. */
  ofOne: boolean;
};

/**
 * Sums of the filter, a row for each currency: currencies are never added together. Reserves the rows shown
 * at first, so that the list below stays in place.
 */
export function SumsTable({ query, ofOne }: SumsTableProps) {
  const [all, setAll] = useState(false);
  const { data, error } = query;
  const sums = data?.sums ?? [];
  if (data ? sums.length === 0 : error) return null;
  const more = sums.length - FEW;
  const hasMore = data ? more > 0 : !ofOne;
  return (
    <section aria-label="Totals" className={classes.sums}>
      <DataTable
        caption="Totals by currency"
        columns={COLUMNS}
        rows={all ? sums : sums.slice(0, FEW)}
        rowKey={({ currency }) => currency}
        query={{ ...query, error: null }}
        pageSize={ofOne ? 1 : FEW}
        nothingYet="Nothing sold yet"
      />
      {hasMore && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={all}
          className={classes.more}
          data-awaited={data === undefined || undefined}
          onClick={() => setAll(!all)}
        >
          {all || !data ? 'Fewer currencies' : `${more} more ${more === 1 ? 'currency' : 'currencies'}`}
        </Button>
      )}
      <Text size="xs" c="dimmed">
        Sales count by the day of the sale (UTC), refunds by the day of the refund. Paid out and not yet paid
        out are after refunds. The list shows sales by day of sale.
      </Text>
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
      ['open', 'Not yet paid out'],
    ] as const
  ).map(([key, header]) => ({
    key,
    header,
    numeric: true,
    oneLine: true,
    cell: (sum: TransactionSum) => formatMajor(sum[key], sum.currency).slice(sum.currency.length + 1),
  })),
];
