import { Text } from '@mantine/core';
import { Choice } from '../ui/chooser/choice.tsx';
import type { Column } from '../ui/table/column.ts';
import { DataTable } from '../ui/table/data-table.tsx';

type MappingTableProps = {
  headers: readonly string[];
  samples: Readonly<Record<string, readonly string[]>>;
  mapping: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, string>>;
  onChange: (mapping: Record<string, string>) => void;
};

/** Assigns columns of a file to fields. A field chosen for one column is taken from the one it had. */
export function MappingTable({ headers, samples, mapping, fields, onChange }: MappingTableProps) {
  const choices = Object.entries(fields).map(([value, label]) => ({ value, label }));
  const choose = (header: string, field: string) => {
    const others = Object.entries(mapping).map(([name, had]): [string, string] => [
      name,
      had === field ? '' : had,
    ]);
    onChange({ ...Object.fromEntries(others), [header]: field });
  };
  const columns: Column<string>[] = [
    {
      key: 'header',
      header: 'Column of the file',
      rowHeader: true,
      stays: true,
      cell: (header) => <span style={{ overflowWrap: 'anywhere' }}>{header}</span>,
    },
    {
      key: 'samples',
      header: 'Sample',
      priority: 0,
      cell: (header) => (
        <Text size="sm" c="dimmed" lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
          {(samples[header] ?? []).slice(0, 3).join(' · ') || '—'}
        </Text>
      ),
    },
    {
      key: 'field',
      header: 'Imported as',
      stays: true,
      cell: (header) => (
        <Choice
          aria-label={`${header} is imported as`}
          placeholder="Don't import"
          data={choices}
          value={mapping[header] || null}
          onChange={(field) => choose(header, field ?? '')}
          clearable
          clearButtonProps={{ 'aria-label': `Don't import ${header}` }}
          nothingFoundMessage="No such field"
        />
      ),
    },
  ];
  return (
    <DataTable
      caption="Columns of the file"
      columns={columns}
      rows={headers}
      rowKey={(header) => header}
      nothingYet="The file has no columns"
      purpose="Where each column of the file goes. Upload a file with a header."
    />
  );
}
