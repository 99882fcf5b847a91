import { Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { LOCALES } from '../../../core/locales.ts';
import { languageName } from '../../../web/parts/translations/translations-dialog-languages.tsx';
import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import { useQueueSelection } from '../../../web/ui/queue/use-queue-selection.tsx';
import { MOST_TEXTS } from '../call-limits.ts';
import type { Outdated } from '../contract.ts';
import { calls } from './calls.ts';
import { keyOf, nameOf } from './editors.ts';
import { markUpToDate, textsOfRows } from './marks.ts';

type Filter = Omit<Parameters<typeof calls.outdatedTranslations.call>[0], 'page'>;

type BulkMarks = { rows: readonly Outdated[] | undefined; count: number | undefined; filter: Filter };

/** Marks ticked rows as up to date: a column of checkboxes, a bar above the table, a question that says how many. */
export function useBulkMarks({ rows, count, filter }: BulkMarks) {
  const [asking, setAsking] = useState(false);
  const chosen = useQueueSelection<Outdated, string>({
    rows,
    count,
    filters: JSON.stringify(filter),
    readPage: async (page) => (await calls.outdatedTranslations.call({ ...filter, page })).translations,
    most: MOST_TEXTS,
    nameOf,
    idOf: keyOf,
    noun: ['record', 'records'],
  });
  const { ticked } = chosen;
  const items = textsOfRows(ticked, filter.language);
  const languages = LOCALES.filter((locale) => items.some(({ language }) => language === locale));
  const tooMany = items.length > MOST_TEXTS;
  const counted = `${items.length.toLocaleString()} ${items.length === 1 ? 'translation' : 'translations'}`;
  const button = (
    <Button
      size="compact-sm"
      leftSection={<IconCheck size={14} aria-hidden />}
      aria-disabled={tooMany}
      data-disabled={tooMany || undefined}
      onClick={() => !tooMany && setAsking(true)}
    >
      Mark {items.length === 1 ? '1 translation' : counted} as up to date
      {tooMany && ` (at most ${MOST_TEXTS} at once)`}
    </Button>
  );
  return {
    column: chosen.column,
    drop: chosen.drop,
    bar: (
      <>
        {chosen.barOf(button)}
        {asking && (
          <ConfirmDialog
            title={`Mark ${counted} as up to date`}
            confirmLabel={`Mark ${counted}`}
            busyLabel="Marking…"
            onConfirm={async () => {
              await markUpToDate(items);
              chosen.clear();
            }}
            onClose={() => setAsking(false)}
          >
            <Text size="sm">
              {ticked.length === 1 ? '1 record' : `${ticked.length.toLocaleString()} records`}, in{' '}
              {inWords.format(languages.map(languageName))}. The texts stay as they are.
            </Text>
          </ConfirmDialog>
        )}
      </>
    ),
  };
}

const inWords = new Intl.ListFormat('en', { type: 'conjunction' });
