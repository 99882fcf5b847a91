import { List, Text } from '@mantine/core';
import { formatMajor, minorOf, toMajor } from '../../../core/money.ts';
import { HISTORY_METHOD_NAMES } from '../../../web/parts/payees/payout-words.ts';
import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import type { Payout } from '../batches/contract.ts';
import { batchCalls, reloadAll } from './calls.ts';

type PayoutsArrivedDialogProps = {
  payouts: readonly Payout[];
  onArrived: (ids: readonly number[]) => void;
  onClose: () => void;
};

type Sum = Pick<Payout, 'method' | 'currency' | 'amount'> & { count: number };

function sumsOf(payouts: readonly Payout[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { method, currency, amount } of payouts) {
    const key = `${method} ${currency}`;
    const before = sums.get(key);
    // Added up in minor units, as sums of major ones drift.
    const minor = minorOf(before?.amount ?? 0, currency) + minorOf(amount, currency);
    sums.set(key, { method, currency, amount: toMajor(minor, currency), count: (before?.count ?? 0) + 1 });
  }
  return [...sums.values()];
}

/** Says what is marked by method and currency, as a statement of the bank adds it up; all are marked or none. */
export function PayoutsArrivedDialog({ payouts, onArrived, onClose }: PayoutsArrivedDialogProps) {
  const what = `${payouts.length} ${payouts.length === 1 ? 'payout' : 'payouts'}`;
  const arrived = async () => {
    const ids = payouts.map(({ id }) => id);
    try {
      await batchCalls.payoutsArrived.call({ ids });
    } catch (error) {
      // The row that somebody else was first with says so behind the dialog.
      if (failureOf(error).status === 409) await reloadAll();
      throw error;
    }
    toast(`${what} marked as paid`);
    onArrived(ids);
    await reloadAll();
  };
  return (
    <ConfirmDialog
      title={`Mark ${what} as paid`}
      confirmLabel={`Mark ${what} as paid`}
      busyLabel="Marking…"
      onConfirm={arrived}
      onClose={onClose}
    >
      <List size="sm">
        {sumsOf(payouts).map(({ method, count, currency, amount }) => (
          <List.Item key={`${method} ${currency}`}>
            {HISTORY_METHOD_NAMES[method]}: {count} {count === 1 ? 'payout' : 'payouts'},{' '}
            {formatMajor(amount, currency)}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        All of them arrived. If the bank sends money back later, you can still mark that payout as returned.
      </Text>
    </ConfirmDialog>
  );
}
