import { Alert, Button, Group, type ModalProps, Stack, Text } from '@mantine/core';
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { isSaveEnter, keepEnter, refuseUnclear } from '../chooser/enter-guard.tsx';
import type { Failure } from '../failure.ts';
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { labelOf, shownClash } from '../form/field-words.ts';
import { type Step, useUnsavedGuard } from '../form/unsaved-guard.tsx';
import { type FormSave, useFormSave, type Values } from '../form/use-form-save.ts';
import { unavailable } from '../unavailable.ts';
import { Dialog, DialogFooter, type DialogTitle } from './dialog.tsx';

type FormDialogProps<V extends Values, Saved> = FormSave<V, Saved> &
  DialogTitle & {
    onClose: () => void;
    saveLabel?: string;
    /** A second save button, with these values. Enter always uses the first. */
    second?: { label: string; values: Partial<V> };
    busyLabel?: string;
    /** True where money or a prize moves: the focus starts on Cancel, and Enter in a field sends nothing. */
    cautious?: boolean;
    size?: ModalProps['size'];
    /** False while there is nothing to save: data is loading, or a file is uploading. */
    ready?: boolean;
    /** Returns the names of changes other than those of fields. */
    changed?: () => readonly string[];
    closeOnClickOutside?: boolean;
    /** True while another dialog covers it, which then receives Esc. */
    covered?: boolean;
    /** True where what is entered cannot be sent: the button is unavailable, and a press on it says why. */
    unfit?: boolean;
    children: ReactNode;
  };

/** Guards unsaved work on every way out, sends nothing that validation refuses, saves once at a time. */
export function FormDialog<V extends Values, Saved>(props: FormDialogProps<V, Saved>) {
  const {
    title,
    name,
    quoted,
    form,
    onClose,
    saveLabel = 'Save',
    second,
    busyLabel = 'Saving…',
    cautious = false,
    size = 'md',
    ready = true,
    covered = false,
    unfit = false,
    closeOnClickOutside,
    children,
  } = props;
  const changed = props.changed ?? (() => changedFields(form, props.words));
  const guard = useUnsavedGuard((step) => (step && isAnotherPage(step) ? [] : changed()));
  const { save, busy, failure, isToasted, theirs, refused, ...ways } = useFormSave(props, () =>
    guard.leaveFreely(onClose),
  );
  const box = useRef<HTMLFormElement>(null);
  // As soon as the form is in the page, before the dialog's own focus trap looks for it and would find the close button.
  const opened = useCallback((form: HTMLFormElement | null) => {
    box.current = form;
    if (!form?.querySelector('[data-autofocus]')) firstField(form)?.setAttribute('data-autofocus', '');
  }, []);
  /** True where a field shows the error, so that no box repeats it. */
  const [isAtField, setIsAtField] = useState(false);
  useLayoutEffect(() => {
    const field = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    setIsAtField(field != null);
    if (refused.marked) field?.focus();
  }, [refused.marked, refused.times]);

  return (
    <Dialog
      title={title}
      name={name}
      quoted={quoted}
      size={size}
      closeOnEscape={!guard.asking && !covered}
      closeOnClickOutside={closeOnClickOutside}
      onClose={() => !busy && guard.leave(onClose)}
    >
      {/* Ctrl+Enter of any of its fields. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={opened}
        noValidate
        onKeyDown={(event) => {
          // By the button or Ctrl+Enter alone: an amount may be half typed.
          if (cautious && event.target instanceof HTMLInputElement) keepEnter(event);
          if (!isSaveEnter(event) || guard.asking || covered) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
        onSubmit={(event) => {
          const isUnclear = refuseUnclear(event.currentTarget);
          const send = () => {
            if (isUnclear) refused.mark({});
            else if (ready) void save();
          };
          form.onSubmit(send, refused.mark)(event);
        }}
      >
        <Stack gap="sm">
          {children}
          <DialogFooter>
            {theirs ? (
              <ConflictNotice
                conflict={failure?.conflict ?? null}
                theirs={theirs.state}
                busy={busy}
                clashes={ways.clashes.map((clash) => shownClash(clash, props.words))}
                choices={theirs.choices}
                onChoose={ways.choose}
                onLoadTheirs={() => {
                  ways.loadTheirs();
                  firstField(box.current)?.focus();
                }}
                onKeepMine={() => {
                  // The button goes with the notice.
                  box.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
                  void ways.keepMine();
                }}
                onRead={() => void ways.readTheirs()}
              />
            ) : (
              failure &&
              !busy &&
              !isToasted &&
              !isAtField && <FailureNote failure={failure} text={props.failedText} />
            )}
            <Group justify="flex-end">
              <Button
                variant="default"
                data-autofocus={cautious || undefined}
                {...unavailable(busy)}
                onClick={() => !busy && guard.leave(onClose)}
              >
                Cancel
              </Button>
              {second && (
                <Button
                  variant="default"
                  {...unavailable(busy || !ready)}
                  onClick={() => {
                    if (busy || !ready) return;
                    form.setValues(second.values);
                    box.current?.requestSubmit();
                  }}
                >
                  {second.label}
                </Button>
              )}
              <Button type="submit" {...unavailable(busy || !ready || unfit)} aria-busy={busy}>
                {busy ? busyLabel : saveLabel}
              </Button>
            </Group>
          </DialogFooter>
        </Stack>
      </form>
      {guard.question}
    </Dialog>
  );
}

/** Returns true where only the page changes, as when the list leaves a page that has gone; the dialog stays. */
function isAnotherPage({ current, next }: Step): boolean {
  const { page: _, ...before } = current.search as Record<string, unknown>;
  const { page: __, ...after } = next.search as Record<string, unknown>;
  return current.pathname === next.pathname && JSON.stringify(before) === JSON.stringify(after);
}

function changedFields<V extends Values>(form: FormSave<V>['form'], words?: FormSave<V>['words']): string[] {
  return Object.keys(form.getValues())
    .filter((field) => form.isDirty(field))
    .map((field) => labelOf(field, words));
}

/** Returns the first visible field: a form may have others in hidden tabs. */
function firstField(form: HTMLElement | null): HTMLElement | null {
  const fields = form?.querySelectorAll<HTMLElement>('input:not([type="file"]):enabled, textarea, select');
  const all = [...(fields ?? [])];
  return all.find((field) => field.checkVisibility()) ?? all[0] ?? null;
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
