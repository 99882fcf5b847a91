import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMajor } from '../../../../core/money.ts';
import { ComparedWithLast } from '../../../../web/parts/payees/compared-with-last.tsx';
import { Account, PayeeNotes } from '../../../../web/parts/payees/payee-notes.tsx';
import { RecordLink } from '../../../../web/parts/records/record-link.tsx';
import { DialogPages } from '../../../../web/ui/dialog/dialog-pages.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { AGAINST_WORDS } from '../../rules.ts';
import { batchCalls } from '../../web/calls.ts';
import type { BatchPayee, PayoutBatch } from '../contract.ts';

export function BatchPayees({ id, totals }: Pick<PayoutBatch, 'id' | 'totals'>) {
  const [page, setPage] = useState(1);
  const query = useQuery(batchCalls.payoutBatchPayees.queryOptions({ input: { id, page } }));
  if (query.error && !query.data)
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <section aria-label="Payees">
      {query.data && <ComparedWithLast totals={totals} last={query.data.last_batch} />}
      <DataTable
        caption="Payees"
        columns={COLUMNS}
        rows={query.data?.payees}
        rowKey={(row) => row.id}
        nothingYet="No payees"
        purpose="Payees of this batch, with their amounts."
      />
      <DialogPages page={page} count={query.data?.count} noun={['payout', 'payouts']} onPage={setPage} />
    </section>
  );
}

const COLUMNS: Column<BatchPayee>[] = [
  {
    key: 'name',
    header: 'Payee',
    rowHeader: true,
    cell: ({ name, user_id, against, ...payee }) => (
      <>
        <RecordLink noun="instructor" id={user_id}>
          {name}
        </RecordLink>
        {against.length > 0 && (
          <Text size="xs" c="var(--mantine-color-error)" component="span" display="block">
            {against.map((word) => AGAINST_WORDS[word]).join(' · ')}
          </Text>
        )}
        <PayeeNotes {...payee} />
      </>
    ),
  },
  { key: 'method', header: 'Method', stays: true, card: 'line', cell: (payee) => <Account {...payee} /> },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    oneLine: true,
    stays: true,
    card: 'end',
    cell: ({ amount, currency }) => formatMajor(amount, currency),
  },
];
