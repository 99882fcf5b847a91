import { ConfirmDialog } from '../../../../web/ui/dialog/confirm-dialog.tsx';
import { calls } from '../calls.ts';

type CancelRecalculationDialogProps = { id: number; onCancelled: () => void; onClose: () => void };

export function CancelRecalculationDialog({ id, onCancelled, onClose }: CancelRecalculationDialogProps) {
  const cancel = async () => {
    await calls.cancelRecalculation.call({ id });
    onCancelled();
  };
  return (
    <ConfirmDialog
      title="Cancel the recalculation?"
      confirmLabel="Cancel recalculation"
      busyLabel="Cancelling…"
      cancelLabel="Back"
      danger
      onConfirm={cancel}
      onClose={onClose}
    >
      Past transactions keep their split. The saved rates apply to new sales only.
    </ConfirmDialog>
  );
}
