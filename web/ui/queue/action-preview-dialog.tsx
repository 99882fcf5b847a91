import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogFooter, type DialogTitle } from '../dialog/dialog.tsx';
import { LoadError } from '../table/loaded-list.tsx';
import { unavailable } from '../unavailable.ts';
import { useActionPreview } from './use-action-preview.ts';

type ActionPreviewDialogProps<Preview> = DialogTitle & {
  read: () => Promise<Preview>;
  /** Says what the button does by a preview; null where nothing of it can be done. */
  confirmLabel: (preview: Preview) => string | null;
  busyLabel: string;
  danger?: boolean;
  /** Does what was shown, or nothing: a 409 with another preview shows that one. */
  act: (preview: Preview) => Promise<void>;
  /** Called after a failure, as what was listed may have changed. */
  onFailed: () => Promise<unknown> | void;
  onClose: () => void;
  children: (preview: Preview) => ReactNode;
};

/** Shows what a bulk action would do before it does it; the focus starts on Cancel. */
export function ActionPreviewDialog<Preview>(props: ActionPreviewDialogProps<Preview>) {
  const { read, confirmLabel, busyLabel, danger = false, act, onFailed, onClose, children, ...title } = props;
  const { preview, error, readAgain, refused, busy, cancel, confirm } = useActionPreview<Preview>({
    read,
    act: async (shown) => {
      await act(shown);
      onClose();
    },
    onFailed,
  });
  const label = preview === undefined ? null : confirmLabel(preview);
  const closed = busy || label === null;

  return (
    <Dialog {...title} size="lg" onClose={() => !busy && onClose()}>
      {preview !== undefined ? (
        children(preview)
      ) : error ? (
        <LoadError error={error} onRetry={readAgain} />
      ) : (
        <Text size="sm" role="status" mih="8rem">
          Calculating…
        </Text>
      )}
      <DialogFooter>
        {refused && (
          <Alert color="red" variant="outline" role="alert" p="xs">
            {refused}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button
            ref={cancel}
            variant="default"
            data-autofocus
            {...unavailable(busy)}
            onClick={() => !busy && onClose()}
          >
            Cancel
          </Button>
          <Button
            color={danger ? 'red' : undefined}
            {...unavailable(closed)}
            aria-busy={busy || preview === undefined}
            onClick={() => !closed && void confirm()}
          >
            {busy ? busyLabel : (label ?? (preview === undefined ? 'Calculating…' : 'Nothing to do'))}
          </Button>
        </Group>
      </DialogFooter>
    </Dialog>
  );
}
