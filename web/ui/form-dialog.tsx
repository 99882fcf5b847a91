import { Alert, Button, Group, type ModalProps, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useRef, useState } from 'react';
import { ConflictNotice } from './conflict-notice.tsx';
import { Dialog } from './dialog.tsx';
import { type Failure, failureOf, fieldErrorsOf } from './failure.ts';
import { toast } from './toasts.tsx';
import { useUnsavedGuard } from './unsaved-guard.tsx';

/**
 * How a failed save is told beside the mark in the dialog: a toast for any failure, a persistent toast for a 400
 * alone, or nothing more. The specification's error catalogue says which, screen by screen.
 */
export type FailurePolicy = 'toast' | 'toast400' | 'inline';

type Values = Record<string, unknown> & { updated_at?: string };

type FormDialogProps<V extends Values> = {
  title: string;
  form: UseFormReturnType<V>;
  /** Throws where it fails; the errors of its answer find their fields. */
  onSave: (values: V) => Promise<unknown>;
  /** Called when the dialog is to go, after a save as well. */
  onClose: () => void;
  failures: FailurePolicy;
  /** The exact text after a save. */
  savedText?: string;
  /** What a failure says instead of the server's message. */
  failedText?: string;
  saveLabel?: string;
  /** The name that wraps the values in the body, as in `user_data.email`. */
  wrapper?: string;
  /** The values as they stand on the server now: what a 409 offers. Null where the row is gone. */
  latest?: () => Promise<V | null>;
  size?: ModalProps['size'];
  /** False while there is nothing to save: what it edits, or a file of it, is still on its way. */
  ready?: boolean;
  children: ReactNode;
};

/**
 * A dialog around a form of `@mantine/form`; render it while it is open. Unsaved work is guarded on every way out;
 * a check that fails sends nothing, marks the fields and says "Not saved" on the button; a save is sent once
 * however often it is asked for; a 409 offers theirs or yours; the focus goes back to the opener.
 */
export function FormDialog<V extends Values>(props: FormDialogProps<V>) {
  const { title, form, onClose, saveLabel = 'Save', size = 'md', ready = true, children } = props;
  const guard = useUnsavedGuard(() => form.isDirty());
  const { save, busy, failure, refused, resolve } = useSave(props, () => guard.leaveFreely(onClose));

  return (
    <Dialog
      title={title}
      size={size}
      closeOnEscape={!guard.asking}
      onClose={() => !busy && guard.leave(onClose)}
    >
      <form
        noValidate
        onSubmit={form.onSubmit(
          () => {
            if (ready) void save();
          },
          () => {
            refused.mark();
            focusFirstFault();
          },
        )}
      >
        <Stack gap="sm">
          {children}
          {failure && failure.status === 409 && props.latest ? (
            <ConflictNotice
              conflict={failure.conflict}
              busy={busy}
              onLoadTheirs={() => void resolve('theirs')}
              onKeepMine={() => void resolve('mine')}
            />
          ) : (
            failure && <FailureNote failure={failure} text={props.failedText} />
          )}
          <Group justify="flex-end" mt="xs">
            <Button variant="default" disabled={busy} onClick={() => guard.leave(onClose)}>
              Cancel
            </Button>
            <Button
              type="submit"
              color={refused.marked ? 'red' : undefined}
              disabled={busy || !ready}
              aria-busy={busy}
            >
              {busy ? 'Saving…' : refused.marked ? 'Not saved' : saveLabel}
            </Button>
          </Group>
          <VisuallyHidden role="status">{refused.marked && 'Not saved'}</VisuallyHidden>
        </Stack>
      </form>
      {guard.question}
    </Dialog>
  );
}

/** It may stand above what is in sight; the marks come with the next rendering. */
function focusFirstFault(): void {
  setTimeout(() => document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus());
}

/** Sends once at a time, and sorts what comes back: fields, conflict, note, toast. */
function useSave<V extends Values>(props: FormDialogProps<V>, onSaved: () => void) {
  const { form, onSave, failures, savedText, failedText, wrapper, latest } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refusedValues, setRefusedValues] = useState<V | null>(null);
  const running = useRef(false);

  const once = async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      fail(failureOf(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const send = async (values: V) => {
    await onSave(values);
    if (savedText) toast(savedText);
    onSaved();
  };
  const fail = (found: Failure) => {
    setFailure(found);
    setRefusedValues(form.getValues());
    form.setErrors(fieldErrorsOf(found, wrapper));
    if (failures === 'inline' || (failures === 'toast400' && found.status !== 400)) return;
    toast(failedText ?? found.message, { kind: 'error', persistent: failures === 'toast400' });
  };

  return {
    busy,
    failure,
    refused: {
      // Any later key makes it a form that has not been tried yet.
      marked: refusedValues !== null && refusedValues === form.getValues(),
      mark: () => {
        setFailure(null);
        setRefusedValues(form.getValues());
      },
    },
    save: () => once(() => send(form.getValues())),
    resolve: (choice: 'theirs' | 'mine') =>
      once(async () => {
        const theirs = (await latest?.()) ?? null;
        if (!theirs) return onSaved();
        if (choice === 'mine') return send({ ...form.getValues(), updated_at: theirs.updated_at });
        form.setInitialValues(theirs);
        form.setValues(theirs);
      }),
  };
}

function FailureNote({ failure, text }: { failure: Failure; text?: string }) {
  return (
    <Alert color="red" variant="outline" role="alert" title="Not saved">
      <Text size="sm">{text ?? failure.message}</Text>
      {failure.request_id && failure.status >= 500 && (
        <Text size="xs" c="dimmed">
          Request {failure.request_id}
        </Text>
      )}
    </Alert>
  );
}
