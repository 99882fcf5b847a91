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
      confirmLabel="Cancel it"
      busyLabel="Cancelling…"
      cancelLabel="Let it run"
      danger
      onConfirm={cancel}
      onClose={onClose}
    >
      Earlier sales keep the split they have. The rows stay as they were saved and count for later sales.
    </ConfirmDialog>
  );
}
