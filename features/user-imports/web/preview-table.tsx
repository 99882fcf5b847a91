import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { PreviewRows } from '../../../web/parts/imports/preview-rows.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import type { PreviewRow, UserImport } from '../contract.ts';
import { FIELD_TITLES, type Field } from '../rules.ts';
import { PreviewValue } from './preview-value.tsx';

export function PreviewTable({ found: { preview, total } }: { found: UserImport }) {
  return <PreviewRows rows={preview} total={total} columns={COLUMNS} />;
}

const COLUMNS: Column<PreviewRow>[] = [
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
    header: 'Action',
    priority: 9,
    cell: (row) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <What row={row} />
      </Text>
    ),
  },
];

const ELSEWHERE = ['email', 'first_name', 'last_name'];

function What({ row: { action, column, reason, fields, changes } }: { row: PreviewRow }) {
  if (action === 'rejected') return `${column ? `${column}: ` : ''}${reason}`;
  if (action === 'unchanged') return '';
  const told =
    action === 'updated'
      ? Object.entries(changes).map(([name, { before, after }]) => ({ name, before, after }))
      : Object.entries(fields)
          .filter(([name, value]) => !ELSEWHERE.includes(name) && value !== null && value !== '')
          .map(([name, after]) => ({ name, after }));
  return told.map(({ name, after, ...changed }, index) => (
    <Fragment key={name}>
      {index > 0 && '; '}
      {FIELD_TITLES[name as Field] ?? name}:{' '}
      {'before' in changed && (
        <>
          <PreviewValue name={name} value={changed.before} />
          {' → '}
        </>
      )}
      <PreviewValue name={name} value={after} />
    </Fragment>
  ));
}
