import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useLoadedForm } from '../../ui/form/loaded-form.tsx';
import type { FailurePolicy } from '../../ui/form/use-form-save.ts';
import { useTranslationsEditor } from './translations-editor.tsx';
import {
  type ChangedTranslation,
  changesIn,
  NO_TRANSLATIONS,
  type ReadTranslation,
  type TranslatedField,
  type TranslationValues,
  valuesOf,
} from './translations-state.ts';

type TranslationsDialogProps<Name extends string> = {
  of: string;
  /** Title that the specification quotes. */
  title?: string;
  fields: readonly TranslatedField<Name>[];
  read: () => Promise<{ translations: readonly ReadTranslation<Name>[]; updated_at?: string }>;
  /** Sends the changed languages only. */
  save: (changed: ChangedTranslation<Name>[], updated_at?: string) => Promise<unknown>;
  english?: string;
  failures?: FailurePolicy;
  savedText?: string;
  onClose: () => void;
};

/** Edits all languages but English; one save sends those that have changed. */
export function TranslationsDialog<Name extends string>(props: TranslationsDialogProps<Name>) {
  const { of, title, fields, save, english = 'Edit the English text in the record.' } = props;
  const { failures = 'inline', savedText = 'Saved successful', onClose } = props;
  const read = async () => valuesOf(await props.read());
  const { form, ready, instead } = useLoadedForm<TranslationValues<Name>>(read, NO_TRANSLATIONS);
  const editor = useTranslationsEditor({ fields, form, english });

  return (
    <FormDialog
      title={title ?? 'Translations'}
      quoted={title !== undefined}
      name={of}
      changed={editor.changed}
      size="72rem"
      form={form}
      ready={ready && editor.isAnyChanged}
      saveLabel={editor.saveLabel}
      onSave={(values) => save(changesIn(fields, values, form.getInitialValues()), values.updated_at)}
      latest={read}
      merge={editor.merge}
      words={editor.words}
      onClose={onClose}
      failures={failures}
      savedText={savedText}
    >
      {instead ?? editor.element}
    </FormDialog>
  );
}
