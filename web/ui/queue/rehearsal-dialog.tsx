import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Dialog, DialogFooter, type DialogTitle } from '../dialog/dialog.tsx';
import { failureOf } from '../failure.ts';
import { LoadError } from '../table/loaded-list.tsx';
import { unavailable } from '../unavailable.ts';
import { useOnce } from '../use-once.ts';

type RehearsalDialogProps<Preview> = DialogTitle & {
  read: () => Promise<Preview>;
  /** Says what the button does by a preview; null where nothing of it can be done. */
  confirmLabel: (preview: Preview) => string | null;
  busyLabel: string;
  /** Does what was shown, or nothing: a 409 with another preview shows that one. */
  act: (preview: Preview) => Promise<void>;
  /** Called after a failure, as what was listed may have changed. */
  onFailed: () => Promise<unknown> | void;
  onClose: () => void;
  children: (preview: Preview) => ReactNode;
};

/** Shows what a bulk action would do before it does it; the focus starts on Cancel. */
export function RehearsalDialog<Preview>(props: RehearsalDialogProps<Preview>) {
  const { read, confirmLabel, busyLabel, act, onFailed, onClose, children, ...title } = props;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['rehearsal', useId()],
    queryFn: read,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [changed, setChanged] = useState<Preview | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const cancel = useRef<HTMLButtonElement>(null);
  const preview = changed ?? data;
  const label = preview === undefined ? null : confirmLabel(preview);
  const closed = busy || isFetching || label === null;

  const confirm = async (shown: Preview) => {
    setRefused(null);
    await act(shown);
    onClose();
  };
  const fail = async (failed: unknown) => {
    const { message, preview: now } = failureOf(failed);
    setRefused(message);
    cancel.current?.focus();
    if (now) setChanged(now as Preview);
    await onFailed();
  };

  return (
    <Dialog {...title} size="lg" onClose={() => !busy && onClose()}>
      {preview !== undefined ? (
        children(preview)
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
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
            {...unavailable(closed)}
            aria-busy={busy || preview === undefined}
            onClick={() => preview !== undefined && !closed && void once(() => confirm(preview), fail)}
          >
            {busy ? busyLabel : (label ?? (preview === undefined ? 'Calculating…' : 'Nothing to do'))}
          </Button>
        </Group>
      </DialogFooter>
    </Dialog>
  );
}
