import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMajor } from '../../../core/money.ts';
import type { Column } from './column.ts';
import classes from './currency-sums.module.css';
import { DataTable } from './data-table.tsx';
import type { ListQuery } from './loaded-list.tsx';
import { SumsLine } from './sums-line.tsx';

type CurrencySumsProps<Name extends string> = {
  /** Query of the list, which shows its failure itself. */
  query: ListQuery & { data: { sums: readonly Sum<Name>[] } | undefined };
  /** Sums of a currency, in major units, and their headers. */
  figures: readonly { key: Name; header: string }[];
  /** Says below all currencies what counts. */
  note?: string;
};

type Sum<Name extends string> = { currency: string } & Record<Name, number>;

/** Sums of the filter in one line, of the first currency; currencies are never added, the others open below. */
export function CurrencySums<Name extends string>({ query, figures, note }: CurrencySumsProps<Name>) {
  const { data, error, isPlaceholderData } = query;
  const [all, setAll] = useState(false);
  const sums = data?.sums ?? [];
  const [first, ...others] = sums;
  if (data ? !first : error) return null;
  const more = others.length;
  return (
    <section aria-label="Totals" className={classes.sums}>
      <div data-reloading={isPlaceholderData || undefined}>
        <SumsLine
          sums={first && figures.map(({ key, header }) => [header, formatMajor(first[key], first.currency)])}
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
              columns={columnsOf(figures)}
              rows={sums}
              rowKey={({ currency }) => currency}
              nothingYet="No totals"
              purpose="Sums of the list by currency."
            />
            {note && (
              <Text size="xs" c="dimmed" mt={4}>
                {note}
              </Text>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

function columnsOf<Name extends string>(figures: CurrencySumsProps<Name>['figures']): Column<Sum<Name>>[] {
  return [
    { key: 'currency', header: 'Currency', rowHeader: true, cell: ({ currency }) => currency },
    ...figures.map(({ key, header }) => ({
      key,
      header,
      numeric: true,
      oneLine: true,
      cell: (sum: Sum<Name>) => formatMajor(sum[key], sum.currency).slice(sum.currency.length + 1),
    })),
  ];
}
