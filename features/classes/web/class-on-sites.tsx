import { Stack } from '@mantine/core';
import { RecordLink } from '../../../web/parts/records/record-link.tsx';
import { useActor } from '../../../web/session.tsx';
import { StatusPill } from '../../../web/ui/status-pill.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import type { ClassDetail, ClassRow } from '../contract.ts';
import type { ClassLink } from '../links-contract.ts';
import { nameOf } from './calls.ts';
import { ClassPill, priceOf } from './class-columns.tsx';
import { OnTheSite } from './why-hidden-dialog.tsx';

export function ClassOnSites({ record }: { record: ClassDetail }) {
  const { program_id } = useActor();
  return (
    <Stack gap="md">
      <div>
        <OnTheSite record={record} program_id={program_id} />
      </div>
      {record.is_bundle && (
        <DataTable
          caption="Classes of the bundle"
          columns={BUNDLED}
          rows={record.bundles}
          rowKey={({ id }) => id}
          nothingYet="No classes yet"
          purpose="The classes that this bundle contains."
        />
      )}
      <DataTable
        caption="Programs"
        columns={PROGRAMS}
        rows={record.programs}
        rowKey={(link) => link.program_id}
        nothingYet="Not sold in any program"
        purpose="The programs that sell this class. A superadmin assigns them."
      />
    </Stack>
  );
}

const BUNDLED: readonly Column<ClassRow>[] = [
  {
    key: 'class_name',
    header: 'Class of the bundle',
    rowHeader: true,
    cell: (row) => (
      <RecordLink noun="class" id={row.id}>
        {nameOf(row)}
      </RecordLink>
    ),
  },
  { key: 'class_price', header: 'Price', numeric: true, oneLine: true, cell: priceOf },
  { key: 'status', header: 'Status', narrow: true, cell: ({ status }) => <ClassPill status={status} /> },
];

const PROGRAMS: readonly Column<ClassLink>[] = [
  {
    key: 'program',
    header: 'Program',
    rowHeader: true,
    cell: ({ program_id, program_display_name, home }) => (
      <>
        <RecordLink noun="program" id={program_id}>
          {program_display_name || `Program ${program_id}`}
        </RecordLink>
        {home && ' (home program)'}
      </>
    ),
  },
  {
    key: 'active',
    header: 'Sold there',
    narrow: true,
    cell: ({ active }) => <StatusPill status={active ? 'live' : 'off'} />,
  },
  {
    key: 'discount_percentage',
    header: 'Discount',
    unit: '%',
    numeric: true,
    narrow: true,
    cell: ({ discount_percentage }) => discount_percentage,
  },
  {
    key: 'featured',
    header: 'Featured',
    narrow: true,
    cell: ({ featured }) => (featured === 'y' ? 'Yes' : 'No'),
  },
  {
    key: 'display_order',
    header: 'Display order',
    numeric: true,
    narrow: true,
    cell: ({ display_order }) => display_order || '–',
  },
];
