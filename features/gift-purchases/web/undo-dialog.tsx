import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { useActor } from '../../../web/session.tsx';
import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import type { Purchase } from '../contract.ts';
import { calls, ordersInWords, reload } from './calls.ts';

export function UndoOneDialog({ record, onClose }: DialogProps<Purchase>) {
  return <UndoDialog id={record.fulfilment_id ?? 0} onClose={onClose} />;
}

type UndoDialogProps = { id: number; onUndone?: () => void; onClose: () => void };

/** Puts all orders of a fulfillment back among those to fulfill, until its sheet is printed. */
export function UndoDialog({ id, onUndone, onClose }: UndoDialogProps) {
  const { data, error, refetch } = useQuery(calls.fulfilment.queryOptions({ input: { id }, staleTime: 0 }));
  const orders = data?.fulfilment.orders;
  const { role } = useActor();
  const tooMany = orders !== undefined && orders.length > 1 && role !== 'superadmin';
  const undo = async () => {
    const { ids } = await calls.undoFulfilment.call({ id });
    toast(`Fulfillment undone. ${ordersInWords(ids.length)} to fulfill`);
    onUndone?.();
    await reload();
  };
  return (
    <ConfirmDialog
      title="Undo fulfillment"
      name={`#${id}`}
      confirmLabel={orders ? `Undo ${ordersInWords(orders.length)}` : 'Undo'}
      busyLabel="Undoing…"
      disabled={orders === undefined || tooMany}
      onConfirm={undo}
      onClose={onClose}
    >
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Text size="sm">
          {orders
            ? `${orders
                .slice(0, NAMED)
                .map(({ id: order, name }) => `#${order} ${name}`)
                .join(', ')}${orders.length > NAMED ? ` and ${orders.length - NAMED} more` : ''}. `
            : 'Loading… '}
          {tooMany
            ? 'Only superadmins can undo several orders at once.'
            : "The orders go back to those to fulfill. Their file can't be downloaded any more."}
        </Text>
      )}
    </ConfirmDialog>
  );
}

/** Orders that are named; the sheet has all of them. */
const NAMED = 5;
