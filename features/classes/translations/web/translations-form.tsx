import { Box, Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { KeyboardEvent } from 'react';
import { translatedFields } from '../../../../web/parts/translations/translated-fields.ts';
import { useTranslationsEditor } from '../../../../web/parts/translations/translations-editor.tsx';
import {
  changesIn,
  type ReadTranslation,
  type TranslationValues,
  valuesOf,
} from '../../../../web/parts/translations/translations-state.ts';
import { isSaveKey } from '../../../../web/ui/chooser/enter-guard.tsx';
import { ConflictNotice } from '../../../../web/ui/form/conflict-notice.tsx';
import { shownClash } from '../../../../web/ui/form/field-words.ts';
import { useUnsavedGuard } from '../../../../web/ui/form/unsaved-guard.tsx';
import { useFormSave } from '../../../../web/ui/form/use-form-save.ts';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { classTranslationInput } from '../contract.ts';
import { calls, reload } from './calls.ts';
import classes from './class-translations.module.css';

const FIELDS = translatedFields(classTranslationInput);
type Name = (typeof FIELDS)[number]['name'];
type Values = TranslationValues<Name>;

type TranslationsFormProps = {
  id: number;
  loaded: { translations: readonly ReadTranslation<Name>[]; updated_at: string };
};

/** Stays after a save, with what was typed meanwhile; a failure shows the server's message. */
export function TranslationsForm({ id, loaded }: TranslationsFormProps) {
  const form = useForm<Values>({ initialValues: valuesOf(loaded) });
  const editor = useTranslationsEditor({
    fields: FIELDS,
    form,
    english: 'Edit the English text in the class.',
  });
  const guard = useUnsavedGuard(() => editor.changed());

  const onSave = async (values: Values) => {
    const translations = changesIn(FIELDS, values, form.getInitialValues());
    const { updated_at } = values;
    const saved = valuesOf(await calls.saveClassTranslations.call({ id, translations, updated_at }));
    const later = editor.merge(values, form.getValues(), saved).values;
    form.setInitialValues(saved);
    form.setValues(later);
    void reload();
  };
  const latest = async () => valuesOf(await calls.classTranslations.call({ id }));
  const { save, busy, failure, theirs, ...ways } = useFormSave(
    {
      form,
      onSave,
      latest,
      merge: editor.merge,
      words: editor.words,
      failures: 'toast',
      savedText: 'Saved successful',
    },
    () => undefined,
  );
  const send = () => {
    if (editor.isAnyChanged) void save();
  };
  const keys = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (!event.repeat) send();
  };

  return (
    // Ctrl+S and Ctrl+Enter work wherever one writes.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form noValidate onSubmit={form.onSubmit(send)} onKeyDown={keys} data-editor>
      <Box mt="md">{editor.element}</Box>
      <div className={classes.footer}>
        {theirs && (
          <div className={classes.notice}>
            <ConflictNotice
              conflict={failure?.conflict ?? null}
              theirs={theirs.state}
              busy={busy}
              clashes={ways.clashes.map((clash) => shownClash(clash, editor.words))}
              choices={theirs.choices}
              onChoose={ways.choose}
              onLoadTheirs={ways.loadTheirs}
              onKeepMine={() => void ways.keepMine()}
              onRead={() => void ways.readTheirs()}
            />
          </div>
        )}
        <Button type="submit" data-save {...unavailable(busy || !editor.isAnyChanged)} aria-busy={busy}>
          {busy ? 'Saving…' : editor.saveLabel}
        </Button>
      </div>
      {guard.question}
    </form>
  );
}
