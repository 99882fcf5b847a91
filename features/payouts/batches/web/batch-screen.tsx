import { type RecordDeclaration, RecordScreen } from '../../../../web/parts/records/record-screen.tsx';
import { useActor } from '../../../../web/session.tsx';
import { batchCalls } from '../../web/calls.ts';
import { KIND_NAMES } from '../../web/history-words.ts';
import type { PayoutBatch } from '../contract.ts';
import { BATCH_FACTS, BatchActions, BatchPill } from './batch-columns.tsx';
import { BatchDetails } from './batch-details.tsx';
import { batchDialogs } from './batch-dialogs.ts';
import { batchPolling } from './batch-progress.ts';

const BATCH: RecordDeclaration<PayoutBatch, { batches: PayoutBatch[]; count: number }> = {
  noun: 'payout batch',
  entity: 'payout_batch',
  lists: ['/payouts/batches'],
  query: (id) =>
    batchCalls.payoutBatches.queryOptions({
      input: { id },
      refetchInterval: ({ state }) => batchPolling(state.data?.batches),
    }),
  rowOf: ({ batches: [found] }) => found,
  nameOf: ({ id, kind }) => `Payout batch #${id}, ${KIND_NAMES[kind].toLowerCase()}`,
  status: ({ state }) => <BatchPill state={state} />,
  facts: () => BATCH_FACTS,
  sections: [
    { key: 'details', title: 'Payees and totals', content: ({ record }) => <BatchDetails batch={record} /> },
  ],
};

export function BatchScreen() {
  const actor = useActor();
  return (
    <RecordScreen
      of={BATCH}
      dialogs={batchDialogs}
      actions={(row, open) => <BatchActions row={row} actor={actor} onOpen={open} />}
    />
  );
}
