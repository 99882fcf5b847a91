import { Anchor } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { LOCALES, type Locale } from '../../../core/locales.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramFilter, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { languageName } from '../../../web/parts/translations/translations-dialog-languages.tsx';
import { addressChoice, addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { Clamped } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { TRANSLATED, type TranslatedNoun } from '../../nouns.ts';
import { nounLabel, OUTDATED_SORTS, type Outdated } from '../contract.ts';
import { calls } from './calls.ts';
import { editorOf, keyOf, nameOf } from './editors.ts';
import { markRow } from './marks.ts';
import { OutdatedTexts } from './outdated-texts.tsx';
import { useBulkMarks } from './use-bulk-marks.tsx';

const outdatedAddress = {
  page: addressPage,
  program_id: addressId,
  noun: addressChoice(TRANSLATED),
  language: addressChoice(LOCALES),
  sort_by: addressChoice(OUTDATED_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
};

export function OutdatedScreen() {
  const address = useAddress(outdatedAddress);
  const { state, change } = address;
  const program_id = useProgramFilter(state.program_id);
  const list = useList({
    address,
    filters: { program_id: 0, noun: undefined, language: undefined },
    query: (asked) =>
      calls.outdatedTranslations.queryOptions({
        input: { ...asked, program_id },
        staleTime: 0,
      }),
    rows: 'translations',
    csv: (polled) =>
      calls.outdatedTranslationsCsv.call({
        ...polled,
        program_id,
        noun: state.noun,
        language: state.language,
      }),
    noun: ['record', 'records'],
    purpose: 'When an English text changes, its translations wait here for review.',
    nothingYet: 'Every translation is up to date',
    sorts: OUTDATED_SORTS,
    order: { by: 'name', dest: 'asc' },
  });
  const { noun, language } = state;
  const bulk = useBulkMarks({
    rows: list.rows,
    count: list.page.count,
    filter: { program_id, noun, language },
  });
  const mark = async (row: Outdated) => {
    await markRow(row, language);
    bulk.drop([keyOf(row)]);
  };
  return (
    <ListPage
      {...list.page}
      title="Outdated translations"
      views
      filters={
        <>
          <ProgramFilter value={state.program_id} onChange={(chosen) => change({ program_id: chosen })} />
          <Choice
            label="Type"
            data={[
              { value: '', label: 'All' },
              ...TRANSLATED.map((noun) => ({ value: noun, label: nounLabel(noun) })),
            ]}
            value={state.noun ?? ''}
            onChange={(chosen) => change({ noun: (chosen || undefined) as TranslatedNoun | undefined })}
            allowDeselect={false}
          />
          <Choice
            label="Language"
            data={[
              { value: '', label: 'All languages' },
              ...LANGUAGES.map((language) => ({ value: language, label: languageName(language) })),
            ]}
            value={state.language ?? ''}
            onChange={(chosen) => change({ language: (chosen || undefined) as Locale | undefined })}
            allowDeselect={false}
          />
        </>
      }
    >
      {bulk.bar}
      <DataTable<Outdated>
        {...list.table}
        rowKey={keyOf}
        caption="Outdated translations"
        columns={[
          bulk.column,
          ...columnsOf(language),
          actionsColumn((row) => (
            <RowActions
              of={nameOf(row)}
              actions={[
                {
                  label: 'Mark as up to date',
                  icon: <IconCheck size={16} aria-hidden />,
                  key: 'r',
                  goesOn: true,
                  onClick: () => void mark(row),
                },
              ]}
            />
          )),
        ]}
        details={({ noun: of, id }) => <OutdatedTexts noun={of} id={id} />}
      />
    </ListPage>
  );
}

const LANGUAGES = LOCALES.filter((language) => language !== 'en');

/** Number of languages named for a row; the editor shows them all. */
const NAMED = 3;

const columnsOf = (language: Locale | undefined): Column<Outdated>[] => [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: (row) => (
      <Anchor component={Link} {...editorOf(row.noun, row.id, language ?? row.languages[0])} size="sm">
        <Clamped text={nameOf(row)} />
      </Anchor>
    ),
  },
  {
    key: 'noun',
    header: 'Type',
    oneLine: true,
    priority: 3,
    cell: ({ noun }) => nounLabel(noun),
  },
  { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 1, cell: ({ id }) => id },
  {
    key: 'program',
    header: 'Program',
    priority: 2,
    cell: ({ program }) => program ?? 'No program',
  },
  {
    key: 'languages',
    header: 'Languages',
    priority: 4,
    cell: ({ languages }) => {
      const named = languages.slice(0, NAMED).map(languageName).join(', ');
      const left = languages.length - NAMED;
      return left > 0 ? `${named} and ${left} more` : named;
    },
  },
];
