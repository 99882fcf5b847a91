import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMajor } from '../../../core/money.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { BridgeLine } from '../../../web/parts/payees/bridge-line.tsx';
import { Dialog } from '../../../web/ui/dialog/dialog.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { PagedFooter } from '../../../web/ui/table/paged-footer.tsx';
import type { Payout } from '../batches/contract.ts';
import { batchCalls } from './calls.ts';
import { payeeName } from './history-words.ts';
import { useExplainBeside } from './lines/explain-beside.tsx';
import { LINE_COLUMNS } from './lines/line-columns.tsx';

export function PaidTransactionsDialog({ record, onClose }: DialogProps<Payout>) {
  const { id, amount, currency, state } = record;
  const [page, setPage] = useState(1);
  const query = useQuery(batchCalls.paidTransactions.queryOptions({ input: { id } }));
  const { data } = query;
  const explain = useExplainBeside();
  return (
    <Dialog
      title="Instructor transactions"
      quoted
      name={`#${id} ${payeeName(record)}`}
      size={explain.size}
      onClose={onClose}
    >
      {data && (
        <BridgeLine
          bridge={data.bridge}
          currency={currency}
          result={state === 'proposed' ? 'to be paid' : 'paid'}
        />
      )}
      {explain.beside(
        <DataTable
          caption="Transactions of the payout"
          columns={[...LINE_COLUMNS, ...explain.columns]}
          rows={data?.transactions.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          rowKey={(line) => `${line.type} ${line.id}`}
          query={query}
          pageSize={10}
          nothingYet="No transactions. This payout comes from a previous system"
          purpose="The transactions that the payout paid."
        />,
      )}
      <PagedFooter
        page={page}
        count={data?.count}
        noun={['transaction', 'transactions']}
        onPage={setPage}
        beside={
          <Text size="sm" fw={600}>
            {data && `Total ${formatMajor(amount, currency)}`}
          </Text>
        }
        onClose={onClose}
      />
    </Dialog>
  );
}
