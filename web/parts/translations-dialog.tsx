import { Alert, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { directionOf, LOCALES, type Locale } from '../../core/locales.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useLoadedForm } from '../ui/loaded-form.tsx';
import type { FailurePolicy } from '../ui/use-form-save.ts';
import classes from './translations-dialog.module.css';
import { LanguageChoice, LanguageTabs, languageName } from './translations-dialog-languages.tsx';
import { mergeTexts, type Texts, type TranslationValues, translatedLabel } from './translations-merge.ts';

export type TranslatedField<Name extends string> = {
  name: Name;
  label: string;
  maxLength: number;
  multiline?: boolean;
};

export type Translation<Name extends string> = { language_slug: Locale } & Record<Name, string>;

type TranslationsDialogProps<Name extends string> = {
  /** What is translated: "Summer draw". */
  of: string;
  fields: readonly TranslatedField<Name>[];
  read: () => Promise<{ translations: readonly Translation<Name>[]; updated_at?: string }>;
  /** Sends the languages that have changed, and no other. */
  save: (changed: (Translation<Name> & { update: true })[], updated_at?: string) => Promise<unknown>;
  /** Where English is edited, in words. */
  english?: string;
  failures?: FailurePolicy;
  savedText?: string;
  onClose: () => void;
};

/** English cannot be changed; Alt+↓ goes to the next language that misses something, one save sends all. */
export function TranslationsDialog<Name extends string>(props: TranslationsDialogProps<Name>) {
  const { of, fields, save, english = 'English is edited with the record itself.' } = props;
  const { failures = 'inline', savedText = 'Saved successful', onClose } = props;
  const read = async (): Promise<TranslationValues<Name>> => {
    const { translations, updated_at } = await props.read();
    return { texts: Object.fromEntries(translations.map((row) => [row.language_slug, row])), updated_at };
  };
  const { form, ready, instead } = useLoadedForm<TranslationValues<Name>>(read, { texts: {} });
  const narrow = useMediaQuery('(max-width: 48em)') ?? false;
  const panel = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<Locale | null>(null);
  const [missingFirst, setMissingFirst] = useState(false);

  const { texts } = form.values;
  const stored = form.getInitialValues().texts;
  const textOf = (from: Texts<Name>, locale: Locale, name: Name) => from[locale]?.[name] ?? '';
  const changedIn = (now: Texts<Name>, before: Texts<Name>) =>
    LOCALES.filter((locale) =>
      fields.some(({ name }) => textOf(now, locale, name) !== textOf(before, locale, name)),
    );
  const filled = (from: Texts<Name>, locale: Locale) =>
    fields.filter(({ name }) => textOf(from, locale, name).trim() !== '').length;
  // What English leaves empty nobody needs to translate.
  const wanted = (locale: Locale) => Math.max(filled(texts, 'en'), filled(texts, locale));
  const misses = (locale: Locale) => filled(texts, locale) < wanted(locale);
  const changed = changedIn(texts, stored);
  const isChanged = (locale: Locale) => changed.includes(locale);
  // By what is stored: a row must not jump away while its text is typed.
  const order = missingFirst ? LOCALES.toSorted((a, b) => filled(stored, a) - filled(stored, b)) : LOCALES;
  const current = chosen ?? order.find((locale) => locale !== 'en' && misses(locale)) ?? 'zh';

  const toNextMissing = () => {
    const at = order.indexOf(current);
    const next = [...order.slice(at + 1), ...order.slice(0, at)].find(misses);
    if (!next) return;
    setChosen(next);
    setTimeout(() => {
      const inputs = [...(panel.current?.querySelectorAll<HTMLInputElement>('[data-translation]') ?? [])];
      (inputs.find(({ value }) => value.trim() === '') ?? inputs[0])?.focus();
    });
  };
  const onKeys = (event: KeyboardEvent) => {
    if (!event.altKey || event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    toNextMissing();
  };
  const write = (name: Name, text: string) => {
    const row = { ...texts[current], [name]: text } as Record<Name, string>;
    form.setFieldValue('texts', { ...texts, [current]: row } as never);
  };
  const languages = {
    order,
    current,
    missingFirst,
    onMissingFirst: setMissingFirst,
    onChoose: setChosen,
    onNextMissing: LOCALES.some(misses) ? toNextMissing : undefined,
    countOf: (locale: Locale) => ({ filled: filled(texts, locale), of: fields.length }),
    isMissing: misses,
    isChanged,
  };
  const editor = (
    <div ref={panel} className={classes.editor}>
      {fields.map((field) => (
        <div key={field.name} className={classes.pair}>
          <TranslationInput field={field} locale="en" value={textOf(texts, 'en', field.name)} />
          {current !== 'en' && (
            <TranslationInput
              field={field}
              locale={current}
              value={textOf(texts, current, field.name)}
              onChange={(text) => write(field.name, text)}
            />
          )}
        </div>
      ))}
      {current === 'en' && (
        <Alert variant="outline" p="xs">
          {english}
        </Alert>
      )}
    </div>
  );

  return (
    <FormDialog
      title="Translations"
      name={of}
      changed={() => changed.map(languageName)}
      size="72rem"
      form={form}
      ready={ready && changed.length > 0}
      saveLabel={
        changed.length > 0 ? `Save ${changed.length} language${changed.length > 1 ? 's' : ''}` : 'Save'
      }
      onSave={(values) =>
        save(
          changedIn(values.texts, form.getInitialValues().texts).map((locale) => ({
            ...rowOf(values.texts, locale, fields),
            update: true as const,
          })),
          values.updated_at,
        )
      }
      latest={read}
      merge={(...sides) => mergeTexts(fields, ...sides)}
      words={(field) => ({ label: translatedLabel(fields, field) })}
      onClose={onClose}
      failures={failures}
      savedText={savedText}
    >
      {instead ?? (
        <div onKeyDownCapture={onKeys}>
          {narrow ? (
            <>
              <LanguageChoice {...languages} />
              {editor}
            </>
          ) : (
            <LanguageTabs {...languages}>
              <Tabs.Panel value={current}>{editor}</Tabs.Panel>
            </LanguageTabs>
          )}
          <Text size="xs" c="dimmed" mt="sm">
            Alt+↓ goes to the next language that misses something.
          </Text>
        </div>
      )}
    </FormDialog>
  );
}

type TranslationInputProps = {
  field: TranslatedField<string>;
  locale: Locale;
  value: string;
  /** None where it can only be read. */
  onChange?: (text: string) => void;
};

function TranslationInput({ field, locale, value, onChange }: TranslationInputProps) {
  const input = {
    label: `${field.label} in ${languageName(locale)}`,
    lang: locale,
    // Mantine keeps `dir` to itself.
    attributes: { input: { dir: directionOf(locale) } },
    maxLength: field.maxLength,
    value,
    readOnly: !onChange,
    variant: onChange ? 'default' : 'filled',
    'data-translation': onChange && true,
    'data-autofocus': onChange && true,
    onChange: (event: { currentTarget: { value: string } }) => onChange?.(event.currentTarget.value),
    // The label is in the language of the page, whatever the field holds.
    labelProps: { lang: 'en', dir: 'ltr' },
  };
  return field.multiline ? <Textarea {...input} rows={6} resize="vertical" /> : <TextInput {...input} />;
}

function rowOf<Name extends string>(
  texts: Texts<Name>,
  locale: Locale,
  fields: readonly TranslatedField<Name>[],
): Translation<Name> {
  const row = fields.map(({ name }) => [name, texts[locale]?.[name] ?? '']);
  return { ...Object.fromEntries(row), language_slug: locale } as Translation<Name>;
}
