import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { DialogPages } from '../../../../web/ui/dialog/dialog-pages.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { useListQuery } from '../../../../web/ui/table/use-list.ts';
import { Time } from '../../../../web/ui/time.tsx';
import type { OpenTransaction, Payee } from '../../contract.ts';
import { calls } from '../../web/calls.ts';
import { LINE_COLUMNS } from '../../web/lines/line-columns.tsx';
import { lineState } from '../../web/lines/line-state.ts';
import { payeeColumns } from '../../web/payee-columns.tsx';

export function InstructorEarnings({ record: { id } }: { record: { id: number } }) {
  const [page, setPage] = useState(1);
  const balances = useListQuery(calls.payouts.queryOptions({ input: { page: 1, user_id: id } }));
  const lines = useListQuery(calls.payoutTransactions.queryOptions({ input: { instructor_id: id, page } }));
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Balances
      </Title>
      <DataTable
        caption="Balances by currency"
        columns={BALANCES}
        rows={balances.data?.payouts}
        rowKey={(payee) => payee.id}
        query={balances}
        pageSize={2}
        nothingYet="No unpaid balance"
        purpose="Shares of sales add up here by currency until they are paid out."
      />
      <Title order={2} size="h4">
        Not yet paid out
      </Title>
      <DialogPages
        page={page}
        count={lines.data?.count}
        noun={['transaction', 'transactions']}
        onPage={setPage}
      />
      <DataTable
        caption="Unpaid transactions"
        columns={LINES}
        rows={lines.data?.transactions}
        rowKey={({ type, id: line }) => `${type} ${line}`}
        query={lines}
        pageSize={10}
        nothingYet="No unpaid transactions"
        purpose="Sales that will be in the next payouts appear here."
      />
    </Stack>
  );
}

/** One payee has a row in each currency, which names it. */
const BALANCES: readonly Column<Payee>[] = payeeColumns(undefined, new Map())
  .filter(({ key }) => key !== 'id' && key !== 'instructor_name')
  .map((column) => (column.key === 'currency' ? { ...column, rowHeader: true } : column))
  .toSorted((a, b) => Number(b.rowHeader ?? false) - Number(a.rowHeader ?? false));

const LINES: readonly Column<OpenTransaction>[] = [
  ...LINE_COLUMNS,
  {
    key: 'payout',
    header: 'Next payout',
    stays: true,
    cell: (line) => (
      <Text size="sm" component="span">
        {lineState(line).words}
        {line.on_hold_until && (
          <>
            , payable from <Time exact value={line.on_hold_until} />
          </>
        )}
      </Text>
    ),
  },
];
