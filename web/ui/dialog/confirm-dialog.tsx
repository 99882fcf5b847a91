import { Alert, Button, Group, type ModalProps, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { failureOf } from '../failure.ts';
import { unavailable } from '../unavailable.ts';
import { useOnce } from '../use-once.ts';
import { Dialog, DialogFooter, type DialogTitle } from './dialog.tsx';

type ConfirmDialogProps = DialogTitle & {
  children?: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  danger?: boolean;
  disabled?: boolean;
  cancelLabel?: string;
  size?: ModalProps['size'];
  /** A second button that confirms and then goes on instead of closing, as to the next of a queue. */
  next?: { label: string; onDone: () => void } | undefined;
  aside?: ReactNode;
  returnTo?: (() => HTMLElement | null) | undefined;
  onConfirm: () => Promise<unknown> | void;
  onClose: () => void;
};

/** Asks for confirmation; render it while open. The focus starts on Cancel; a double click confirms once. */
export function ConfirmDialog({
  title,
  name,
  quoted,
  children,
  confirmLabel,
  onConfirm,
  onClose,
  ...rest
}: ConfirmDialogProps) {
  const {
    busyLabel = 'Working…',
    danger = false,
    disabled = false,
    cancelLabel = 'Cancel',
    size,
    next,
  } = rest;
  const { busy, once } = useOnce();
  const [failed, setFailed] = useState<string | null>(null);

  const confirm = (onDone: () => void) =>
    once(
      async () => {
        setFailed(null);
        await onConfirm();
        onDone();
      },
      (error) => setFailed(failureOf(error).message),
    );

  return (
    <Dialog
      small={size === undefined}
      size={size}
      title={title}
      name={name}
      quoted={quoted}
      returnTo={rest.returnTo}
      onClose={() => !busy && onClose()}
    >
      {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
      <DialogFooter>
        {failed && (
          <Alert color="red" variant="outline" role="alert">
            {failed}
          </Alert>
        )}
        <Group justify="flex-end">
          {rest.aside && <div style={{ marginInlineEnd: 'auto' }}>{rest.aside}</div>}
          <Button variant="default" data-autofocus {...unavailable(busy)} onClick={() => !busy && onClose()}>
            {cancelLabel}
          </Button>
          <Button
            color={danger ? 'red' : undefined}
            {...unavailable(busy || disabled)}
            aria-busy={busy}
            onClick={() => !disabled && void confirm(onClose)}
          >
            {busy ? busyLabel : confirmLabel}
          </Button>
          {next && (
            <Button
              variant="default"
              {...unavailable(busy || disabled)}
              onClick={() => !disabled && void confirm(next.onDone)}
            >
              {next.label}
            </Button>
          )}
        </Group>
      </DialogFooter>
    </Dialog>
  );
}
