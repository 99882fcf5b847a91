import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { type Failure, failureOf, fieldErrorsOf } from '../failure.ts';
import { type Added, tellAdded } from '../table/added-row.ts';
import { toast } from '../toasts.tsx';
import { useOnce } from '../use-once.ts';
import type { TheirState } from './conflict-notice.tsx';
import type { FieldWords } from './field-words.ts';
import { type Choices, type Merge, mergeFields, type Side } from './merge.ts';

/** Place of a failed save's message: a toast, for a 400 only and persistent, or the form alone. Without a toast it is at its field, or in the form's box. */
export type FailurePolicy = 'toast' | 'toast400' | 'inline';

export type Values = Record<string, unknown> & { updated_at?: string };

export type FormSave<V extends Values, Saved = unknown> = {
  form: UseFormReturnType<V>;
  /** Throws on failure; errors of the answer are shown at their fields. Returns {@link NOT_SENT} where a question was answered with no. */
  onSave: (values: V) => Promise<Saved | typeof NOT_SENT>;
  failures: FailurePolicy;
  savedText?: string;
  /** Returns the new record from the answer of `onSave`, for its list and for the toast that opens it. Undefined after a change. */
  added?: (saved: Saved) => Added;
  failedText?: string;
  /** Name that wraps the values in the body, as in `user_data.email`. */
  wrapper?: string;
  /** Reads the present values on the server, by the row's id, for a 409. Null where it is gone. */
  latest?: () => Promise<V | null>;
  /** Merges field by field by default. */
  merge?: (base: V, mine: V, theirs: V, choices: Choices) => Merge<V>;
  words?: FieldWords;
  /** Called with the refused fields, before the first of them gets the focus. */
  onRefused?: (fields: string[]) => void;
};

/** Answer of a save that a question stopped: the form stays as it is, without a message. */
export const NOT_SENT = Symbol('not sent');

type Theirs<V> = { state: TheirState; values: V | null; choices: Choices };

/** Sends once at a time, and routes the outcome: field errors, conflict, note, toast. */
export function useFormSave<V extends Values, Saved>(props: FormSave<V, Saved>, onSaved: () => void) {
  const {
    form,
    onSave,
    failures,
    savedText,
    added,
    failedText,
    wrapper,
    latest,
    merge = mergeFields,
    onRefused,
  } = props;
  const { busy, once: alone } = useOnce();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [theirs, setTheirs] = useState<Theirs<V> | null>(null);
  const [isToasted, setIsToasted] = useState(false);
  const [refusal, setRefusal] = useState<{ values: V | null; times: number }>({ values: null, times: 0 });

  const once = (work: () => Promise<void>) => alone(work, (error) => fail(failureOf(error)));
  const send = async (values: V) => {
    setFailure(null);
    const saved = await onSave(values);
    if (saved === NOT_SENT) return;
    const made = added?.(saved);
    if (savedText) toast(savedText, made && { open: { to: made.to, search: { edit: made.id } } });
    if (made) tellAdded(made);
    onSaved();
  };
  const refuse = (errors: object) => {
    setRefusal(({ times }) => ({ values: form.getValues(), times: times + 1 }));
    onRefused?.(Object.keys(errors));
  };
  const fail = async (found: Failure) => {
    const errors = fieldErrorsOf(found, wrapper);
    setFailure(found);
    form.setErrors(errors);
    refuse(errors);
    // A 409 that names a field, or nobody's change, is of what the row has become, not of a save that overtook this one.
    const isAtField = Object.keys(errors).length > 0;
    const isOvertaken = latest !== undefined && found.conflict !== null && !isAtField;
    if (isOvertaken) await read();
    else setTheirs(latest && found.status === 404 ? GONE : null);
    // A conflict has a notice of its own, with the ways on.
    const isNoticed =
      isOvertaken || (latest !== undefined && (found.status === 404 || (found.status === 409 && isAtField)));
    const isToasts = failures === 'toast400' ? found.status === 400 : failures === 'toast' && !isNoticed;
    setIsToasted(isToasts);
    if (!isToasts) return;
    toast(failedText ?? found.message, { kind: 'error', persistent: failures === 'toast400' });
  };
  const read = async () => {
    try {
      const values = (await latest?.()) ?? null;
      setTheirs(values ? { state: 'read', values, choices: {} } : GONE);
    } catch (error) {
      setTheirs(failureOf(error).status === 404 ? GONE : { ...GONE, state: 'unread' });
    }
  };
  const merged =
    theirs?.values && merge(form.getInitialValues(), form.getValues(), theirs.values, theirs.choices);
  const settle = (base: V, values: V) => {
    form.setInitialValues(base);
    form.setValues(values);
    form.clearErrors();
    setTheirs(null);
    setFailure(null);
  };

  return {
    busy,
    failure,
    isToasted,
    theirs,
    clashes: merged?.clashes ?? [],
    refused: {
      // Any later key makes it a form that has not been tried yet.
      marked: refusal.values !== null && refusal.values === form.getValues(),
      /** Number of refusals: a repeated one is announced again. */
      times: refusal.times,
      mark: (errors: object) => {
        setFailure(null);
        setTheirs(null);
        refuse(errors);
      },
    },
    save: () => once(() => send(form.getValues())),
    readTheirs: () => once(read),
    choose: (field: string, side: Side) =>
      setTheirs((now) => now && { ...now, choices: { ...now.choices, [field]: side } }),
    loadTheirs: () => {
      if (theirs?.values) settle(theirs.values, theirs.values);
    },
    keepMine: () =>
      once(async () => {
        if (!theirs?.values || !merged) return;
        settle(theirs.values, merged.values);
        // What either side had by itself may not fit together.
        const { hasErrors, errors } = form.validate();
        if (hasErrors) refuse(errors);
        else await send(form.getValues());
      }),
  };
}

const GONE = { state: 'gone', values: null, choices: {} } as const;
