import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMajor } from '../../../core/money.ts';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import type { ListQuery } from '../../../web/ui/table/loaded-list.tsx';
import { SumsLine } from '../../../web/ui/table/sums-line.tsx';
import type { TransactionSum } from '../contract.ts';
import classes from './sums-strip.module.css';

type SumsStripProps = {
  /** Query of the list, which shows its failure itself. */
  query: ListQuery & { data: { sums: readonly TransactionSum[] } | undefined };
};

/** Sums of the filter in one line, of the first currency; currencies are never added, the others open below. */
export function SumsStrip({ query: { data, error, isPlaceholderData } }: SumsStripProps) {
  const [all, setAll] = useState(false);
  const sums = data?.sums ?? [];
  const [first, ...others] = sums;
  if (data ? !first : error) return null;
  const more = others.length;
  return (
    <section aria-label="Totals" className={classes.sums}>
      <div data-reloading={isPlaceholderData || undefined}>
        <SumsLine
          sums={first && FIGURES.map(({ key, header }) => [header, formatMajor(first[key], first.currency)])}
        >
          {more > 0 && (
            <UnstyledButton className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'Fewer currencies' : `${more} more ${more === 1 ? 'currency' : 'currencies'}`}
              <IconChevronDown size={14} aria-hidden data-turned={all || undefined} />
            </UnstyledButton>
          )}
        </SumsLine>
        {all && (
          <div className={classes.all}>
            <DataTable
              caption="Totals by currency"
              columns={COLUMNS}
              rows={sums}
              rowKey={({ currency }) => currency}
              nothingYet="Nothing sold yet"
            />
            <Text size="xs" c="dimmed" mt={4}>
              Sales count by the day of the sale (UTC), refunds by the day of the refund. Paid out and not yet
              paid out are of the sales, less what went back of them. The list has sales by their day.
            </Text>
          </div>
        )}
      </div>
    </section>
  );
}

const FIGURES = [
  { key: 'sold', header: 'Sold' },
  { key: 'refunded', header: 'Refunded' },
  { key: 'paid_out', header: 'Paid out' },
  { key: 'open', header: 'Not yet paid out' },
] as const;

const COLUMNS: Column<TransactionSum>[] = [
  { key: 'currency', header: 'Currency', rowHeader: true, cell: ({ currency }) => currency },
  ...FIGURES.map(({ key, header }) => ({
    key,
    header,
    numeric: true,
    oneLine: true,
    cell: (sum: TransactionSum) => formatMajor(sum[key], sum.currency).slice(sum.currency.length + 1),
  })),
];
