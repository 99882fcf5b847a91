import { Stack, Text } from '@mantine/core';
import type { DialogProps } from '../../../../web/parts/dialogs-of.tsx';
import { PayoutTotals } from '../../../../web/parts/payees/payout-totals.tsx';
import { payoutsOf } from '../../../../web/parts/payees/payout-words.ts';
import { addressOf } from '../../../../web/parts/records/record-pages.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { batchCalls, reloadAll } from '../../web/calls.ts';
import type { PayoutBatch } from '../contract.ts';
import { BatchTabs } from './batch-tabs.tsx';

/** The focus starts on Cancel (specification: Payouts). */
export function ApproveBatchDialog({ record, onClose }: DialogProps<PayoutBatch>) {
  const { id, created_by, payees } = record;
  const approve = async () => {
    await batchCalls.approvePayoutBatch.call({ id });
    toast('Batch approved and bank file created', {
      open: { to: addressOf('batch', id), search: {} },
    });
    await reloadAll();
  };
  return (
    <ConfirmDialog
      title="Approve batch"
      name={`#${id}, ${payoutsOf(payees)}`}
      size="xl"
      confirmLabel={`Approve ${payoutsOf(payees)}`}
      busyLabel="Approving…"
      onConfirm={() => approve().catch(tried)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">Proposed by {created_by}. This creates the bank file and can't be undone.</Text>
        <BatchTabs batch={record} />
      </Stack>
    </ConfirmDialog>
  );
}

export function CancelBatchDialog({ record, onClose }: DialogProps<PayoutBatch>) {
  const { id, state, payees, totals } = record;
  const what = state === 'making' ? 'Cancel batch' : 'Cancel proposal';
  const cancel = async () => {
    await batchCalls.cancelPayoutBatch.call({ id });
    toast(state === 'making' ? `Cancelling batch #${id}` : `Batch #${id} cancelled`);
    await reloadAll();
  };
  return (
    <ConfirmDialog
      title={what}
      name={state === 'making' ? `#${id}` : `#${id}, ${payoutsOf(payees)}`}
      danger
      confirmLabel={what}
      cancelLabel="Back"
      busyLabel="Cancelling…"
      onConfirm={() => cancel().catch(tried)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">Nothing is paid. These balances go back to Payouts.</Text>
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
