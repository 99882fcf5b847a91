import { Text } from '@mantine/core';
import { ImportCounts } from '../../../web/parts/imports/import-counts.tsx';
import { OUTCOME_WORDS } from '../../../web/parts/imports/import-words.ts';
import { PreviewRows } from '../../../web/parts/imports/preview-rows.tsx';
import { Clamped } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import type { ClassImport, ClassPreviewRow } from '../contract.ts';
import { FIELD_TITLES, type Field, OUTCOMES } from '../rules.ts';

export function Counts({ found, label }: { found: ClassImport; label: string }) {
  return (
    <ImportCounts
      counts={OUTCOMES.map((name) => [OUTCOME_WORDS[name], found[name]] as const)}
      label={label}
    />
  );
}

export function Preview({ found: { preview, total } }: { found: ClassImport }) {
  return <PreviewRows rows={preview} total={total} columns={COLUMNS} />;
}

const COLUMNS: Column<ClassPreviewRow>[] = [
  {
    key: 'class_name',
    header: 'Class name',
    rowHeader: true,
    stays: true,
    cell: ({ class_name, class_id }) => (
      <bdi>
        <Clamped text={class_name || (class_id === null ? '—' : `Class #${class_id}`)} />
      </bdi>
    ),
  },
  {
    key: 'what',
    header: 'Action',
    priority: 9,
    cell: (row) => (
      <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
        {whatOf(row)}
      </Text>
    ),
  },
];

function whatOf({ action, column, reason, fields, changes }: ClassPreviewRow): string {
  if (action === 'rejected') return `${column ? `${column}: ` : ''}${reason}`;
  if (action === 'unchanged') return '';
  const told =
    action === 'updated'
      ? Object.entries(changes).map(([field, { before, after }]) => [field, `${before} → ${after}`] as const)
      : Object.entries(fields).filter(([field]) => field !== 'class_name');
  return told.map(([field, text]) => `${FIELD_TITLES[field as Field] ?? field}: ${text}`).join('; ');
}
