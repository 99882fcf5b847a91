import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LOCALES, type Locale } from '../../../core/locales.ts';
import { languageName } from '../../../web/parts/translations/translations-dialog-languages.tsx';
import { NativeChoice } from '../../../web/ui/chooser/native-choice.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { calls } from './calls.ts';
import classes from './edit-landing-page-dialog.module.css';

type Shown = {
  name: string;
  title: string;
  keywords: string;
  description: string;
  template: string;
  program_id: number;
};

type LandingPagePreviewProps = {
  id: number | undefined;
  values: Shown;
};

/** Milliseconds after the last key. */
const TYPING_PAUSE_MS = 400;

export function LandingPagePreview({ id, values }: LandingPagePreviewProps) {
  const { name, title, keywords, description, template, program_id } = values;
  const [language, setLanguage] = useState<Locale>('en');
  const [width, setWidth] = useState('wide');
  const typed = { id, name, title, keywords, description, template, program_id, language };
  const [asked] = useDebouncedValue(JSON.stringify(typed), TYPING_PAUSE_MS);
  const { data, error, refetch } = useQuery({
    // Not a name that a save has loaded again.
    queryKey: ['landing page as typed', asked],
    queryFn: () => calls.previewLandingPage.call(JSON.parse(asked) as typeof typed),
    enabled: (JSON.parse(asked) as typeof typed).template !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <section className={classes.preview} aria-label="Preview">
      <Group gap="sm" align="end">
        <NativeChoice
          label="Preview in"
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value as Locale)}
          data={LOCALES.map((locale) => ({ value: locale, label: languageName(locale) }))}
        />
        <SegmentedControl
          aria-label="Width of the preview"
          value={width}
          onChange={setWidth}
          data={[
            { value: 'wide', label: 'Wide' },
            { value: 'phone', label: 'Phone' },
          ]}
        />
      </Group>
      {error && (
        <div role="alert">
          <Text size="sm" c="red">
            No preview: {failureOf(error).message}
          </Text>
          <Button size="xs" variant="default" mt="xs" onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      )}
      {data ? (
        <iframe
          // A frame that is given other text makes a step of the history, which Back would then take first.
          key={data.html}
          title="The page"
          sandbox=""
          srcDoc={data.html}
          className={classes.frame}
          style={{ maxWidth: width === 'phone' ? 375 : undefined }}
        />
      ) : (
        !error && (
          <div className={classes.empty}>
            <Text size="sm" c="dimmed">
              {template === '' ? 'Choose a template to see the page' : 'Loading preview…'}
            </Text>
          </div>
        )
      )}
    </section>
  );
}
