import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DialogPages } from '../../../../web/ui/dialog/dialog-pages.tsx';
import { linkTo } from '../../../../web/ui/link-to.ts';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { useListQuery } from '../../../../web/ui/table/use-list.ts';
import type { Payout } from '../../batches/contract.ts';
import { batchCalls } from '../../web/calls.ts';
import { payoutColumns } from '../../web/payout-columns.tsx';

export function InstructorPayouts({ record: { id } }: { record: { id: number } }) {
  const [page, setPage] = useState(1);
  const query = useListQuery(batchCalls.payoutsHistory.queryOptions({ input: { page, user_id: id } }));
  return (
    <>
      <DialogPages page={page} count={query.data?.count} noun={['payout', 'payouts']} onPage={setPage} />
      <DataTable
        caption="Payouts, newest first"
        columns={COLUMNS}
        rows={query.data?.payouts}
        rowKey={(payout) => payout.id}
        query={query}
        pageSize={5}
        nothingYet="No payouts yet"
        purpose="Money that was paid out to this payee appears here."
      />
    </>
  );
}

const COLUMNS: readonly Column<Payout>[] = [
  {
    key: 'id',
    header: 'Payout',
    rowHeader: true,
    cell: ({ id }) => (
      <Anchor component={Link} {...linkTo('/payouts/history', { lines: id, program_id: undefined })} inherit>
        #{id}
      </Anchor>
    ),
  },
  ...payoutColumns().filter(({ key }) => key !== 'id' && key !== 'instructor_name'),
];
