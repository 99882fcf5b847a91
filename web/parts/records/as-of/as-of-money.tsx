import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMajor } from '../../../../core/money.ts';
import { type MoneyAsOf, moneyAsOfContract } from '../../../../features/payouts/as-of/contract.ts';
import { apiOf } from '../../../api.ts';
import { Loading } from '../../../ui/loading.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { LoadError } from '../../../ui/table/loaded-list.tsx';

const api = apiOf({ payoutsAsOf: moneyAsOfContract });

const CALLS = {
  user: api.payoutsAsOf.userMoneyAsOf,
  program: api.payoutsAsOf.programMoneyAsOf,
  class: api.payoutsAsOf.classMoneyAsOf,
};

type AsOfMoneyProps = { of: keyof typeof CALLS; id: number; at: string };

export function AsOfMoney({ of, id, at }: AsOfMoneyProps) {
  const [today] = useState(() => new Date().toISOString());
  const [earlier, now] = [
    useQuery(CALLS[of].queryOptions({ input: { id, at } })),
    useQuery(CALLS[of].queryOptions({ input: { id, at: today } })),
  ];
  const error = earlier.error ?? now.error;
  if (!earlier.data || !now.data)
    return error ? (
      <LoadError error={error} onRetry={() => void Promise.all([earlier.refetch(), now.refetch()])} />
    ) : (
      <Loading />
    );
  const divided = earlier.data.money.reduce((sum, one) => sum + one.divided_since, 0);
  return (
    <>
      <DataTable
        caption="Sales and payouts"
        columns={COLUMNS}
        rows={linesOf(earlier.data.money, now.data.money)}
        rowKey={({ key }) => key}
        nothingYet="Nothing sold or paid out by then"
        purpose="Sales and payouts up to the time above, by currency."
      />
      {divided > 0 && (
        <Text size="sm" mt="xs">
          {`Not exact: ${divided} of these shares were split again since, and what they were is not known.`}
        </Text>
      )}
      <Text size="sm" mt="xs" c="dimmed">
        {`Summed over the shares, refunds, corrections and payouts recorded by then. What could be paid out at once is not shown: holds, sessions to come and payout details of then are not kept.${
          of === 'class' ? ' Sales of bundles count for the bundle.' : ''
        }`}
      </Text>
    </>
  );
}

type Line = { key: string; name: string; earlier: string; now: string };

const FIGURES: readonly { key: string; name: string; of: (money: MoneyAsOf) => number | null | undefined }[] =
  [
    { key: 'sales', name: 'Shares of sales', of: ({ sales }) => sales },
    { key: 'refunded', name: 'Refunded', of: ({ refunded }) => refunded || undefined },
    { key: 'taken', name: 'Taken into payouts', of: ({ taken }) => taken },
    { key: 'open', name: 'Open', of: ({ open }) => open },
    {
      key: 'corrections',
      name: 'Corrections, part of open',
      of: ({ corrections }) => corrections || undefined,
    },
    { key: 'paid', name: 'Paid out', of: ({ payouts }) => payouts?.paid },
    { key: 'unpaid', name: 'In payouts not yet paid', of: ({ payouts }) => payouts?.unpaid || undefined },
    {
      key: 'cancelled',
      name: 'In payouts cancelled by today',
      of: ({ payouts }) => payouts?.cancelled_since || undefined,
    },
  ];

function linesOf(earlier: readonly MoneyAsOf[], now: readonly MoneyAsOf[]): Line[] {
  const currencies = [...new Set([...earlier, ...now].map(({ currency }) => currency))].toSorted();
  return currencies.flatMap((currency) => {
    const [before, after] = [earlier, now].map((all) => all.find((one) => one.currency === currency));
    return FIGURES.flatMap(({ key, name, of }) => {
      const [first, second] = [before, after].map((one) => (one ? of(one) : 0));
      // What is neither then nor today: a class has no payouts of its own.
      if (first === undefined && second === undefined) return [];
      if ((first === undefined || second === undefined) && !first && !second) return [];
      const written = (figure: number | null | undefined) =>
        figure === null ? 'Not known to you' : formatMajor(figure ?? 0, currency);
      return [{ key: `${currency} ${key}`, name, earlier: written(first), now: written(second) }];
    });
  });
}

const COLUMNS: readonly Column<Line>[] = [
  { key: 'figure', header: 'Figure', rowHeader: true, wholeWords: true, cell: ({ name }) => name },
  { key: 'then', header: 'Then', numeric: true, stays: true, card: 'line', cell: ({ earlier }) => earlier },
  {
    key: 'today',
    header: 'Today',
    numeric: true,
    stays: true,
    card: 'end',
    cell: ({ earlier, now }) => (earlier === now ? 'Same' : now),
  },
];
