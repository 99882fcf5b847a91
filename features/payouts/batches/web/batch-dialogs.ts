import { whyNotYours } from '../../../../core/second-approver.ts';
import { dialogsOf } from '../../../../web/parts/dialogs-of.tsx';
import { readBatch } from '../../web/calls.ts';
import type { PayoutBatch } from '../contract.ts';

export type BatchDialogName = 'approve' | 'cancel';

const pays = { role: 'superadmin' } as const;

export const batchDialogs = dialogsOf<PayoutBatch, object, BatchDialogName>({
  noun: 'payout batch',
  read: readBatch,
  dialogs: {
    approve: {
      access: pays,
      refusal: (batch) =>
        batch.state === 'making'
          ? 'This batch is still being processed.'
          : (decided(batch) ?? sentence(whyNotYours(batch))),
      load: () => import('./decide-batch-dialogs.tsx').then((m) => m.ApproveBatchDialog),
    },
    cancel: {
      access: pays,
      refusal: decided,
      load: () => import('./decide-batch-dialogs.tsx').then((m) => m.CancelBatchDialog),
    },
  },
});

function decided({ state, making, decided_by }: PayoutBatch): string | null {
  if (state === 'proposed' || (making && making.ending === null)) return null;
  if (state === 'failed' || making?.ending === 'failed') return 'This batch failed. Nothing of it was paid.';
  const what = state === 'made' ? 'made' : 'cancelled';
  return decided_by ? `${decided_by} already ${what} this batch.` : `This batch is already ${what}.`;
}

function sentence(text: string | null): string | null {
  return text && `${text}.`;
}
