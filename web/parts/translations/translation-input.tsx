import { Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconClockExclamation } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { directionOf, type Locale } from '../../../core/locales.ts';
import { type Finding, findingsIn } from '../../../core/translation-findings.ts';
import classes from './translations.module.css';
import { languageName } from './translations-dialog-languages.tsx';
import type { TranslatedField } from './translations-state.ts';

type TranslationInputProps = {
  field: TranslatedField<string>;
  locale: Locale;
  value: string;
  english: string;
  outdated?: boolean;
  onChange?: (text: string) => void;
};

export function TranslationInput(props: TranslationInputProps) {
  const { field, locale, value, english, outdated = false, onChange } = props;
  const findings = onChange ? findingsIn(english, value) : [];
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
    'data-outdated': outdated || undefined,
    onChange: (event: { currentTarget: { value: string } }) => onChange?.(event.currentTarget.value),
    // The label is in the language of the page, whatever the field holds.
    labelProps: { lang: 'en', dir: 'ltr' },
    description: (outdated || findings.length > 0) && <Notes outdated={outdated} findings={findings} />,
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
  };
  return field.multiline ? <Textarea {...input} rows={6} resize="vertical" /> : <TextInput {...input} />;
}

function Notes({ outdated, findings }: { outdated: boolean; findings: readonly Finding[] }) {
  const lacking = findings.filter(({ missing }) => missing);
  const added = findings.filter(({ missing }) => !missing);
  return (
    <span className={classes.notes}>
      {outdated && (
        <Note icon={<IconClockExclamation size={14} aria-hidden />}>
          The English changed after this was written.
        </Note>
      )}
      {lacking.length > 0 && (
        <Note icon={<IconAlertTriangle size={14} aria-hidden />}>
          Missing from translation: <Written findings={lacking} />
        </Note>
      )}
      {added.length > 0 && (
        <Note icon={<IconAlertTriangle size={14} aria-hidden />}>
          Not in the English: <Written findings={added} />
        </Note>
      )}
    </span>
  );
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.note}>
      {icon}
      <span>{children}</span>
    </span>
  );
}

function Written({ findings }: { findings: readonly Finding[] }) {
  return findings.map(({ kind, text }, index) => (
    <span key={`${kind} ${text}`}>
      {index > 0 && ', '}
      <bdi className={classes.finding}>{text}</bdi>
    </span>
  ));
}
