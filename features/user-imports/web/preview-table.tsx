import { Badge, Text } from '@mantine/core';
import type { Column } from '../../../web/ui/column.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import type { PreviewRow, UserImport } from '../contract.ts';
import { FIELD_TITLES, type Field, ROWS_SHOWN } from '../rules.ts';
import { OUTCOME_WORDS } from './import-words.ts';

/** The first rows of a file as they would be. */
export function PreviewTable({ found: { preview, total } }: { found: UserImport }) {
  const isPart = (total ?? 0) > preview.length;
  return (
    <DataTable
      caption={isPart ? `The first ${ROWS_SHOWN} rows` : 'All rows'}
      columns={COLUMNS}
      rows={preview}
      rowKey={({ line }) => line}
      nothingYet="The file has no rows"
    />
  );
}

const COLUMNS: Column<PreviewRow>[] = [
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
    key: 'email',
    header: 'Email',
    rowHeader: true,
    stays: true,
    cell: ({ fields }) => <span style={{ overflowWrap: 'anywhere' }}>{fields.email ?? '—'}</span>,
  },
  {
    key: 'name',
    header: 'Name',
    priority: 5,
    cell: ({ fields }) =>
      [fields.first_name, fields.last_name].filter(Boolean).join(' ') || fields.name || '',
  },
  {
    key: 'what',
    header: 'What',
    priority: 9,
    cell: (row) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {whatOf(row)}
      </Text>
    ),
  },
];

const ELSEWHERE = ['email', 'first_name', 'last_name'];

function whatOf({ action, column, reason, fields, changes }: PreviewRow): string {
  const title = (name: string) => FIELD_TITLES[name as Field] ?? name;
  if (action === 'rejected') return `${column ? `${column}: ` : ''}${reason}`;
  if (action === 'updated')
    return Object.entries(changes)
      .map(([name, { before, after }]) => `${title(name)}: ${shown(before)} → ${shown(after)}`)
      .join('; ');
  if (action === 'unchanged') return '';
  return Object.entries(fields)
    .filter(([name, value]) => !ELSEWHERE.includes(name) && value !== null && value !== '')
    .map(([name, value]) => `${title(name)}: ${shown(value)}`)
    .join('; ');
}

function shown(value: unknown): string {
  if (value === null || value === '') return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
