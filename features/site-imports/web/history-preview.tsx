import { Text } from '@mantine/core';
import { ImportCounts } from '../../../web/parts/imports/import-counts.tsx';
import { OUTCOME_WORDS } from '../../../web/parts/imports/import-words.ts';
import { PreviewRows } from '../../../web/parts/imports/preview-rows.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import type { MovedPreviewRow, SiteImport } from '../contract.ts';
import { titlesOf } from '../rules.ts';

export function HistoryCounts({ found, label }: { found: SiteImport; label: string }) {
  const counts = (['created', 'unchanged', 'rejected'] as const).map(
    (name) => [OUTCOME_WORDS[name], found[name]] as const,
  );
  return <ImportCounts counts={counts} label={label} />;
}

export function HistoryPreview({ found: { preview, total, kind } }: { found: SiteImport }) {
  return <PreviewRows rows={preview} total={total} columns={columnsOf(titlesOf(kind))} />;
}

const columnsOf = (titles: Readonly<Record<string, string>>): Column<MovedPreviewRow>[] => [
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
    header: 'Action',
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
