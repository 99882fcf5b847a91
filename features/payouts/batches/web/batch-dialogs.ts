import { whyNotYours } from '../../../../core/second-approver.ts';
import { dialogsOf } from '../../../../web/parts/dialogs-of.tsx';
import { readBatch } from '../../web/calls.ts';
import type { PayoutBatch } from '../contract.ts';

export type BatchDialogName = 'approve' | 'cancel';

const pays = { role: 'superadmin' } as const;

/** Dialogs that decide a proposed batch once: approved by another superadmin, or withdrawn by any. */
export const batchDialogs = dialogsOf<PayoutBatch, object, BatchDialogName>({
  noun: 'payout batch',
  read: readBatch,
  dialogs: {
    approve: {
      access: pays,
      refusal: (batch) => decided(batch) ?? sentence(whyNotYours(batch)),
      load: () => import('./decide-batch-dialogs.tsx').then((m) => m.ApproveBatchDialog),
    },
    cancel: {
      access: pays,
      refusal: decided,
      load: () => import('./decide-batch-dialogs.tsx').then((m) => m.CancelBatchDialog),
    },
  },
});

function decided({ state, decided_by }: PayoutBatch): string | null {
  if (state === 'proposed') return null;
  const what = state === 'made' ? 'made' : 'cancelled';
  return decided_by ? `${decided_by} already ${what} this batch.` : `This batch is already ${what}.`;
}

function sentence(text: string | null): string | null {
  return text && `${text}.`;
}
