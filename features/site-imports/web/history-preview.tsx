import { Badge, Text } from '@mantine/core';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { ROWS_SHOWN } from '../../imports/rules.ts';
import { ImportCounts } from '../../../web/parts/imports/import-counts.tsx';
import { OUTCOME_WORDS } from '../../../web/parts/imports/import-words.ts';
import type { MovedPreviewRow, SiteImport } from '../contract.ts';
import { titlesOf } from '../rules.ts';

export function HistoryCounts({ found, label }: { found: SiteImport; label: string }) {
  const counts = (['created', 'unchanged', 'rejected'] as const).map(
    (name) => [OUTCOME_WORDS[name], found[name]] as const,
  );
  return <ImportCounts counts={counts} label={label} />;
}

export function HistoryPreview({ found: { preview, total, kind } }: { found: SiteImport }) {
  const isPart = (total ?? 0) > preview.length;
  return (
    <DataTable
      caption={isPart ? `The first ${ROWS_SHOWN} rows` : 'All rows'}
      columns={columnsOf(titlesOf(kind))}
      rows={preview}
      rowKey={({ line }) => line}
      nothingYet="The file has no rows"
    />
  );
}

const columnsOf = (titles: Readonly<Record<string, string>>): Column<MovedPreviewRow>[] => [
  { key: 'line', header: 'Line', numeric: true, narrow: true, priority: 2, cell: ({ line }) => line },
  {
    key: 'action',
    header: 'Becomes',
    oneLine: true,
    priority: 8,
    cell: ({ action }) => (
      <Badge variant="default" radius="sm" tt="none" fw={action === 'rejected' ? 700 : 500}>
        {OUTCOME_WORDS[action]}
      </Badge>
    ),
  },
  {
    key: 'reference',
    header: 'Reference',
    rowHeader: true,
    stays: true,
    cell: ({ fields }) => (
      <span style={{ overflowWrap: 'anywhere' }}>{fields.reference ?? fields.provider_ref ?? '—'}</span>
    ),
  },
  {
    key: 'what',
    header: 'What',
    priority: 9,
    cell: (row) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {whatOf(row, titles)}
      </Text>
    ),
  },
];

function whatOf(
  { action, column, reason, fields }: MovedPreviewRow,
  titles: Readonly<Record<string, string>>,
): string {
  if (action === 'rejected') return `${column ? `${column}: ` : ''}${reason}`;
  return Object.entries(fields)
    .filter(([field]) => field !== 'reference')
    .map(([field, text]) => `${titles[field] ?? field}: ${text}`)
    .join('; ');
}
