import { Tabs, Text, TextInput } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Locale } from '../../../core/locales.ts';
import { isPlainEnter, keepEnter } from '../../ui/chooser/enter-guard.tsx';
import { NativeChoice } from '../../ui/chooser/native-choice.tsx';
import classes from './translations.module.css';
import { LanguageOrder, type LanguageOrderProps } from './translations-order.tsx';

const inEnglish = new Intl.DisplayNames('en', { type: 'language' });

/** Returns the English name of a language: "Chinese (Taiwan)". */
export function languageName(locale: Locale): string {
  return inEnglish.of(locale) ?? locale;
}

/** Returns true where the text is part of a language's name, in English or its own, or its code. */
function isCalled(locale: Locale, sought: string): boolean {
  if (sought.trim() === '') return true;
  const own = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? '';
  const wanted = plain(sought.trim());
  return [languageName(locale), own, locale].some((name) => plain(name).includes(wanted));
}

/** Removes case and accents: many keyboards write "espanol". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

type LanguagesProps = LanguageOrderProps & {
  order: readonly Locale[];
  current: Locale;
  onChoose: (locale: Locale) => void;
  countOf: (locale: Locale) => { filled: number; of: number };
  isMissing: (locale: Locale) => boolean;
  isOutdated: (locale: Locale) => boolean;
  isChanged: (locale: Locale) => boolean;
};

export function LanguageTabs({ children, ...languages }: LanguagesProps & { children: ReactNode }) {
  const { order, current, onChoose, countOf, isMissing, isOutdated, isChanged } = languages;
  const [sought, setSought] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const found = order.filter((locale) => isCalled(locale, sought));
  const shown = order.filter((locale) => locale === current || found.includes(locale));

  // biome-ignore lint/correctness/useExhaustiveDependencies: in another order it stands elsewhere
  useEffect(() => {
    root.current?.querySelector('[role="tab"][data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [current, order, shown.length]);

  const choose = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && !event.altKey) {
      event.preventDefault();
      root.current?.querySelector<HTMLElement>('[role="tab"][data-found]')?.focus();
    }
    if (event.key === 'Escape') setSought('');
    keepEnter(event);
    if (!isPlainEnter(event)) return;
    const [first] = found;
    if (!sought || !first) return;
    onChoose(first);
    setSought('');
    setTimeout(() => root.current?.querySelector<HTMLElement>('[data-translation]')?.focus());
  };

  return (
    <Tabs
      ref={root}
      className={classes.tabs}
      variant="pills"
      orientation="vertical"
      value={current}
      onChange={(locale) => onChoose(locale as Locale)}
      keepMounted={false}
    >
      <div className={classes.side}>
        <TextInput
          size="xs"
          mb="xs"
          aria-label="Find a language"
          placeholder="Find a language"
          data-finder
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
          onKeyDown={choose}
          // Esc clears it first, and closes the dialog only then.
          data-mantine-stop-propagation={sought !== '' || undefined}
        />
        <LanguageOrder {...languages} />
        {found.length === 0 && (
          <Text size="xs" c="dimmed" mb="xs" role="status">
            No such language
          </Text>
        )}
        <Tabs.List className={classes.list} aria-label="Languages">
          {shown.map((locale) => {
            const { filled, of } = countOf(locale);
            return (
              <Tabs.Tab
                key={locale}
                value={locale}
                className={classes.language}
                data-found={found.includes(locale) || undefined}
                data-missing={isMissing(locale) || undefined}
                rightSection={
                  <span className={classes.count}>
                    {isOutdated(locale) && (
                      <IconClockExclamation
                        size={16}
                        role="img"
                        aria-label="outdated"
                        className={classes.outdated}
                      />
                    )}
                    {isChanged(locale) && (
                      <span role="img" aria-label="changed" title="Changed" className={classes.changed} />
                    )}
                    {filled} of {of}
                  </span>
                }
              >
                {languageName(locale)}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
      </div>
      {children}
    </Tabs>
  );
}

export function LanguageChoice(languages: LanguagesProps) {
  const { order, current, onChoose, countOf, isOutdated, isChanged } = languages;
  return (
    <>
      <LanguageOrder {...languages} />
      <NativeChoice
        label="Language"
        mb="md"
        value={current}
        onChange={(event) => onChoose(event.currentTarget.value as Locale)}
        data={order.map((locale) => {
          const { filled, of } = countOf(locale);
          const marks = [isOutdated(locale) && ', outdated', isChanged(locale) && ', changed'];
          const marked = marks.filter(Boolean).join('');
          return { value: locale, label: `${languageName(locale)}: ${filled} of ${of}${marked}` };
        })}
      />
    </>
  );
}
