import { Alert, Checkbox, Tabs, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { IconClockExclamation } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LOCALES, type Locale } from '../../../core/locales.ts';
import { addressChoice, useAddress } from '../../ui/address.ts';
import { TranslationInput } from './translation-input.tsx';
import classes from './translations.module.css';
import { LanguageChoice, LanguageTabs, languageName } from './translations-dialog-languages.tsx';
import { mergeTexts, translatedLabel } from './translations-merge.ts';
import { stateOf, type TranslatedField, type TranslationValues, textOf } from './translations-state.ts';

type TranslationsEditor<Name extends string> = {
  fields: readonly TranslatedField<Name>[];
  form: UseFormReturnType<TranslationValues<Name>>;
  english: string;
};

/** The language of a link, such as one from the outdated translations. */
const ADDRESS = { translate_to: addressChoice(LOCALES) };

export function useTranslationsEditor<Name extends string>(props: TranslationsEditor<Name>) {
  const { fields, form, english } = props;
  const narrow = useMediaQuery('(max-width: 48em)') ?? false;
  const panel = useRef<HTMLDivElement>(null);
  const { translate_to } = useAddress(ADDRESS).state;
  const [chosen, setChosen] = useState<Locale | null>(translate_to ?? null);
  const [first, setFirst] = useState({ missing: false, outdated: false });

  const { values } = form;
  const stored = form.getInitialValues();
  const state = stateOf(fields, values, stored);
  const { changed, countOf, isChanged, isRight, misses, outdatedIn } = state;
  const order = state.inOrder(first);
  const isOutdated = (locale: Locale) => outdatedIn(locale).length > 0;
  const current = chosen ?? order.find((locale) => locale !== 'en' && misses(locale)) ?? 'zh';
  const outdatedFields = values.outdated[current] ?? [];

  const toNext = (wanted: (locale: Locale) => boolean, isMeant: (input: HTMLInputElement) => boolean) => {
    const at = order.indexOf(current);
    const next = [...order.slice(at + 1), ...order.slice(0, at)].find(wanted);
    if (!next) return;
    // At once: by a moment later the next letter may have been typed, and the first empty field be another one.
    flushSync(() => setChosen(next));
    const inputs = [...(panel.current?.querySelectorAll<HTMLInputElement>('[data-translation]') ?? [])];
    (inputs.find(isMeant) ?? inputs[0])?.focus();
  };
  const toNextMissing = () => toNext(misses, ({ value }) => value.trim() === '');
  const toNextOutdated = () => toNext(isOutdated, (input) => input.dataset.outdated !== undefined);
  const sayRight = (isNow: boolean) => {
    const others = values.right.filter((locale) => locale !== current);
    form.setFieldValue('right', (isNow ? [...others, current] : others) as never);
  };
  const onKeys = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    const above = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
    if (above && !above.contains(panel.current)) return;
    if (event.key === 'ArrowDown') {
      if (event.shiftKey) toNextOutdated();
      else toNextMissing();
      // By its place: with Alt the key writes another letter on some keyboards.
    } else if (event.code === 'KeyR' && outdatedFields.length > 0) sayRight(!isRight(current));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Wherever the focus is: on a button of the dialog, or nowhere after a click beside everything.
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKeys(event);
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
  const write = (name: Name, text: string) => {
    const { texts } = values;
    const row = { ...texts[current], [name]: text } as Record<Name, string>;
    form.setFieldValue('texts', { ...texts, [current]: row } as never);
  };
  const languages = {
    order,
    current,
    first,
    onFirst: setFirst,
    onChoose: setChosen,
    onNextMissing: LOCALES.some(misses) ? toNextMissing : undefined,
    onNextOutdated: LOCALES.some(isOutdated) ? toNextOutdated : undefined,
    outdated: LOCALES.filter(isOutdated).length,
    countOf,
    isMissing: misses,
    isOutdated,
    isChanged,
  };
  const editor = (
    <div ref={panel} className={classes.editor}>
      {outdatedFields.length > 0 && (
        <StillRight
          fields={fields.filter(({ name }) => outdatedFields.includes(name)).map(({ label }) => label)}
          language={languageName(current)}
          checked={isRight(current)}
          onChange={sayRight}
        />
      )}
      {fields.map((field) => (
        <div key={field.name} className={classes.pair}>
          <TranslationInput
            field={field}
            locale="en"
            value={textOf(values, 'en', field.name)}
            english={textOf(values, 'en', field.name)}
          />
          {current !== 'en' && (
            <TranslationInput
              field={field}
              locale={current}
              value={textOf(values, current, field.name)}
              english={textOf(values, 'en', field.name)}
              outdated={outdatedIn(current).includes(field.name)}
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
  const count = changed.length;

  return {
    changed: () => changed.map(languageName),
    isAnyChanged: count > 0,
    saveLabel: count > 0 ? `Save ${count} language${count > 1 ? 's' : ''}` : 'Save',
    merge: (...sides: TranslationSides<Name>) => mergeTexts(fields, ...sides),
    words: (field: string) => ({ label: translatedLabel(fields, field) }),
    element: (
      <div>
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
          Next missing Alt+↓ · Next outdated Alt+Shift+↓ · Mark as up to date Alt+R
        </Text>
      </div>
    ),
  };
}

type TranslationSides<Name extends string> =
  Parameters<typeof mergeTexts<Name>> extends [unknown, ...infer Sides] ? Sides : never;

type StillRightProps = {
  fields: readonly string[];
  language: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

function StillRight({ fields, language, checked, onChange }: StillRightProps) {
  return (
    <Alert
      variant="outline"
      color="yellow"
      p="xs"
      icon={<IconClockExclamation size={18} aria-hidden />}
      title={`Outdated in ${language}: ${fields.join(', ')}`}
    >
      <Checkbox
        label="Still right"
        description="Translation is still correct: the English changed after this was written (Alt+R)."
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Alert>
  );
}
