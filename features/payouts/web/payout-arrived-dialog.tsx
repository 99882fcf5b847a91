import { Text } from '@mantine/core';
import { formatMajor } from '../../../core/money.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { HISTORY_METHOD_NAMES } from '../../../web/parts/payees/payout-words.ts';
import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import type { Payout } from '../batches/contract.ts';
import { batchCalls, reloadAll } from './calls.ts';
import { payeeName } from './history-words.ts';

export function PayoutArrivedDialog({ record, onClose }: DialogProps<Payout>) {
  const { id, amount, currency, method } = record;
  const arrived = async () => {
    await batchCalls.payoutArrived.call({ id });
    toast(`Payout #${id} marked as paid`);
    await reloadAll();
  };
  return (
    <ConfirmDialog
      title="Mark payout as paid"
      name={`#${id} ${payeeName(record)}`}
      confirmLabel="Mark as paid"
      busyLabel="Marking…"
      onConfirm={arrived}
      onClose={onClose}
    >
      <Text size="sm">
        {formatMajor(amount, currency)} by {HISTORY_METHOD_NAMES[method]} arrived. If the bank sends the money
        back later, you can still mark the payout as returned.
      </Text>
    </ConfirmDialog>
  );
}
