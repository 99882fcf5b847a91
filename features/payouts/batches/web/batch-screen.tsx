import { type RecordDeclaration, RecordScreen } from '../../../../web/parts/records/record-screen.tsx';
import { useActor } from '../../../../web/session.tsx';
import { batchCalls } from '../../web/calls.ts';
import { KIND_NAMES } from '../../web/history-words.ts';
import type { PayoutBatch } from '../contract.ts';
import { BATCH_FACTS, BatchActions, BatchPill } from './batch-columns.tsx';
import { BatchDetails } from './batch-details.tsx';
import { batchDialogs } from './batch-dialogs.ts';
import { BatchPayees } from './batch-payees.tsx';

const BATCH: RecordDeclaration<PayoutBatch, { batches: PayoutBatch[] }> = {
  noun: 'payout batch',
  entity: 'payout_batch',
  lists: ['/payouts/batches'],
  query: (id) => batchCalls.payoutBatches.queryOptions({ input: { id } }),
  rowOf: ({ batches: [found] }) => found,
  nameOf: ({ id, kind }) => `Payout batch #${id}, ${KIND_NAMES[kind].toLowerCase()}`,
  status: ({ state }) => <BatchPill state={state} />,
  facts: () => BATCH_FACTS,
  sections: [
    { key: 'details', title: 'Totals', content: ({ record }) => <BatchDetails batch={record} /> },
    {
      key: 'payees',
      title: 'Payees',
      has: ({ state }) => state !== 'cancelled',
      content: ({ record }) => <BatchPayees id={record.id} totals={record.totals} />,
    },
  ],
};

/** One batch with its payees, approval and file (specification: Payouts). */
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
