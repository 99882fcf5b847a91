import { Stack, Text } from '@mantine/core';
import type { DialogProps } from '../../../../web/parts/dialogs-of.tsx';
import { PayoutTotals } from '../../../../web/parts/payees/payout-totals.tsx';
import { payoutsOf } from '../../../../web/parts/payees/payout-words.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { batchCalls, reloadAll } from '../../web/calls.ts';
import type { PayoutBatch } from '../contract.ts';
import { BatchPayees } from './batch-payees.tsx';

/** The focus starts on Cancel (specification: Payouts). */
export function ApproveBatchDialog({ record, onClose }: DialogProps<PayoutBatch>) {
  const { id, created_by, payees, totals } = record;
  const approve = async () => {
    await batchCalls.approvePayoutBatch.call({ id });
    toast('Approved: the file of the batch is made', {
      open: { to: '/payouts/batches', search: { open: id } },
    });
    await reloadAll();
  };
  return (
    <ConfirmDialog
      title="Approve batch"
      name={`#${id}, ${payoutsOf(payees)}`}
      size="xl"
      confirmLabel="Approve"
      busyLabel="Approving…"
      onConfirm={() => approve().catch(tried)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{created_by} proposed it. Approving makes its file, which cannot be taken back.</Text>
        <PayoutTotals totals={totals} />
        <BatchPayees id={id} />
      </Stack>
    </ConfirmDialog>
  );
}

export function CancelBatchDialog({ record, onClose }: DialogProps<PayoutBatch>) {
  const { id, payees, totals } = record;
  const cancel = async () => {
    await batchCalls.cancelPayoutBatch.call({ id });
    toast(`Batch #${id} is cancelled`);
    await reloadAll();
  };
  return (
    <ConfirmDialog
      title="Cancel proposal"
      name={`#${id}, ${payoutsOf(payees)}`}
      danger
      confirmLabel="Cancel proposal"
      cancelLabel="Keep it"
      busyLabel="Cancelling…"
      onConfirm={() => cancel().catch(tried)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">Nothing is paid: what it holds can be paid with another batch.</Text>
        <PayoutTotals totals={totals} />
      </Stack>
    </ConfirmDialog>
  );
}

/** Reloads the lists, as the obstacle is newer than what they show, and rethrows for the dialog. */
async function tried(error: unknown): Promise<never> {
  await reloadAll();
  throw error;
}
