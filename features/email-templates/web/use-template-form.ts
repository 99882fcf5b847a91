import { useForm } from '@mantine/form';
import { useState } from 'react';
import { mergeFields } from '../../../web/ui/form/merge.ts';
import { useFormSave } from '../../../web/ui/form/use-form-save.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import type { EmailTemplate, TemplateVersionTexts } from '../contract.ts';
import { subjectFault } from '../rules.ts';
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
      subject: (subject) => subjectFault(key, subject),
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

  const begin = (answer: EmailTemplate) => {
    keep(key, answer);
    form.setInitialValues(valuesOf(answer));
    form.setValues(valuesOf(answer));
    form.clearErrors();
    setSaved(false);
  };

  return {
    form,
    saving,
    changed,
    isSaved: saved && changed().length === 0,
    submit: () => {
      setSaved(false);
      form.onSubmit(() => void saving.save(), saving.refused.mark)();
    },
    /** Puts the texts of a version into the form as an unsaved change, which the toast takes back. */
    restore: ({ subject, text, plain, plain_derived }: TemplateVersionTexts) => {
      const before = form.getValues();
      form.setValues({ subject, text, plain, by_hand: !plain_derived });
      form.clearErrors();
      setSaved(false);
      const { subject: was, text: wrote, plain: said, by_hand } = before;
      toast('Version restored, not saved yet', {
        action: {
          label: 'Undo',
          run: async () => form.setValues({ subject: was, text: wrote, plain: said, by_hand }),
        },
      });
    },
    /** Shows the inherited text after the own one is removed; the toast brings that back. */
    inherit: (answer: EmailTemplate, undo: () => Promise<EmailTemplate>) => {
      begin(answer);
      toast('Template deleted', { action: { label: 'Undo', run: async () => begin(await undo()) } });
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
