import { Button, Group, NativeSelect, Switch, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Locale } from '../../core/locales.ts';
import { unavailable } from '../ui/unavailable.ts';
import classes from './translations-dialog.module.css';

const inEnglish = new Intl.DisplayNames('en', { type: 'language' });

/** What a language is called in English: "Chinese (Taiwan)". */
export function languageName(locale: Locale): string {
  return inEnglish.of(locale) ?? locale;
}

type LanguagesProps = {
  order: readonly Locale[];
  current: Locale;
  missingFirst: boolean;
  onMissingFirst: (missingFirst: boolean) => void;
  onChoose: (locale: Locale) => void;
  /** None where nothing is missing. */
  onNextMissing?: () => void;
  countOf: (locale: Locale) => { filled: number; of: number };
  isMissing: (locale: Locale) => boolean;
  isChanged: (locale: Locale) => boolean;
};

/** The languages down the side, as tabs of what stands beside them. */
export function LanguageTabs({ children, ...languages }: LanguagesProps & { children: ReactNode }) {
  const { order, current, onChoose, countOf, isMissing, isChanged } = languages;
  return (
    <Tabs
      className={classes.tabs}
      variant="pills"
      orientation="vertical"
      value={current}
      onChange={(locale) => onChoose(locale as Locale)}
      keepMounted={false}
    >
      <div className={classes.side}>
        <ListOptions {...languages} />
        <Tabs.List className={classes.list} aria-label="Languages">
          {order.map((locale) => {
            const { filled, of } = countOf(locale);
            return (
              <Tabs.Tab
                key={locale}
                value={locale}
                className={classes.language}
                data-missing={isMissing(locale) || undefined}
                rightSection={
                  <span className={classes.count}>
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

/** The same on a phone, where there is no side. */
export function LanguageChoice(languages: LanguagesProps) {
  const { order, current, onChoose, countOf, isChanged } = languages;
  return (
    <>
      <ListOptions {...languages} />
      <NativeSelect
        label="Language"
        mb="md"
        value={current}
        onChange={(event) => onChoose(event.currentTarget.value as Locale)}
        data={order.map((locale) => {
          const { filled, of } = countOf(locale);
          const mark = isChanged(locale) ? ', changed' : '';
          return { value: locale, label: `${languageName(locale)}: ${filled} of ${of}${mark}` };
        })}
      />
    </>
  );
}

function ListOptions({ missingFirst, onMissingFirst, onNextMissing }: LanguagesProps) {
  return (
    <Group justify="space-between" gap="xs" mb="xs">
      <Switch
        size="xs"
        label="Missing first"
        checked={missingFirst}
        onChange={(event) => onMissingFirst(event.currentTarget.checked)}
      />
      <Button
        size="compact-xs"
        variant="subtle"
        title="Alt+↓"
        {...unavailable(!onNextMissing)}
        onClick={onNextMissing}
      >
        Next missing
      </Button>
    </Group>
  );
}
