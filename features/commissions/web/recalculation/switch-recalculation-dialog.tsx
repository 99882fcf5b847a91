import { ConfirmDialog } from '../../../../web/ui/dialog/confirm-dialog.tsx';
import { calls } from '../calls.ts';

type RecalculationVerb = 'cancel' | 'stop' | 'resume';

type SwitchRecalculationDialogProps = {
  id: number;
  verb: RecalculationVerb;
  onDone: () => void;
  onClose: () => void;
};

const WORDS = {
  cancel: {
    title: 'Cancel the recalculation?',
    confirmLabel: 'Cancel recalculation',
    busyLabel: 'Cancelling…',
    danger: true,
    text: 'Past transactions keep their split. The saved rates apply to new sales only.',
  },
  stop: {
    title: 'Stop the recalculation?',
    confirmLabel: 'Stop recalculation',
    busyLabel: 'Stopping…',
    danger: true,
    text: 'Transactions recalculated so far keep their new split. The others keep the old one until you resume.',
  },
  resume: {
    title: 'Resume the recalculation?',
    confirmLabel: 'Resume recalculation',
    busyLabel: 'Resuming…',
    danger: false,
    text: 'It continues where it stopped, with the rates that applied when it started.',
  },
} as const;

export function SwitchRecalculationDialog({ id, verb, onDone, onClose }: SwitchRecalculationDialogProps) {
  const { text, ...words } = WORDS[verb];
  const confirm = async () => {
    await calls[`${verb}Recalculation`].call({ id });
    onDone();
  };
  return (
    <ConfirmDialog {...words} cancelLabel="Back" onConfirm={confirm} onClose={onClose}>
      {text}
    </ConfirmDialog>
  );
}
