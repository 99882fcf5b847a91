import { useForm } from '@mantine/form';
import { useState } from 'react';
import { mergeFields } from '../../../web/ui/form/merge.ts';
import { useFormSave } from '../../../web/ui/form/use-form-save.ts';
import type { EmailTemplate } from '../contract.ts';
import { calls, keep, type TemplateKey } from './calls.ts';

export type TemplateValues = {
  id: number | null;
  subject: string;
  text: string;
  plain: string;
  by_hand: boolean;
  updated_at?: string;
};

const LABELS: Readonly<Record<string, string>> = {
  subject: 'Subject',
  text: 'HTML',
  plain: 'Plain text',
  by_hand: 'Plain text',
};

/** Holds the template being edited; a save stays on it, and keeps later edits. A failure is shown in the form alone. */
export function useTemplateForm(
  key: TemplateKey,
  loaded: EmailTemplate,
  onRefused: (fields: string[]) => void,
) {
  const form = useForm<TemplateValues>({
    initialValues: valuesOf(loaded),
    validate: {
      subject: (subject) => (subject.trim() === '' ? 'Enter a subject' : null),
      text: (text) => (text.trim() === '' ? 'Enter a text' : null),
    },
  });
  const [saved, setSaved] = useState(false);

  const onSave = async (sent: TemplateValues) => {
    const { id, subject, text, plain, by_hand, updated_at } = sent;
    const body = { ...key, id, subject, text, plain: by_hand ? plain : null, updated_at };
    const answer = await calls.saveEmailTemplate.call(body);
    const base = valuesOf(answer);
    const { values } = mergeFields(sent, form.getValues(), base);
    form.setInitialValues(base);
    form.setValues(values);
    keep(key, answer);
    setSaved(true);
  };
  const latest = async () => {
    const answer = await calls.emailTemplate.call(key);
    keep(key, answer);
    return valuesOf(answer);
  };
  const saving = useFormSave({ form, onSave, latest, failures: 'inline', words, onRefused }, () => undefined);
  const changed = () => [
    ...new Set(
      Object.keys(LABELS)
        .filter((name) => form.isDirty(name))
        .map((name) => LABELS[name] ?? name),
    ),
  ];

  return {
    form,
    saving,
    changed,
    isSaved: saved && changed().length === 0,
    /** Validates first: what fails is not sent. */
    submit: () => {
      setSaved(false);
      form.onSubmit(() => void saving.save(), saving.refused.mark)();
    },
    /** Shows the inherited text after the own one is removed. */
    inherit: (answer: EmailTemplate) => {
      keep(key, answer);
      form.setInitialValues(valuesOf(answer));
      form.setValues(valuesOf(answer));
      form.clearErrors();
      setSaved(false);
    },
  };
}

export function words(field: string) {
  return { label: LABELS[field] ?? field, show };
}

function show(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'by hand' : 'from the HTML';
  const text = typeof value === 'string' ? value : '';
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

const LONGEST_SHOWN = 300;

function valuesOf({ id, subject, text, plain, plain_derived, updated_at }: EmailTemplate): TemplateValues {
  return { id, subject, text, plain, by_hand: !plain_derived, updated_at: updated_at ?? undefined };
}
