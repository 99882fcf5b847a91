import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DialogProps } from '../../../../web/parts/dialogs-of.tsx';
import { Dialog } from '../../../../web/ui/dialog/dialog.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { PagedFooter } from '../../../../web/ui/table/paged-footer.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import type { Attendance } from '../contract.ts';
import { calls, type NamedRow, nameOf } from './calls.ts';
import type { Beside } from './payable.ts';

export function AttendancesDialog({ record, dates, onClose }: DialogProps<NamedRow, Beside>) {
  const [page, setPage] = useState(1);
  const { id, instructor_id } = record;
  const query = useQuery({
    ...calls.membershipTransactions.queryOptions({
      input: { instructor_id: instructor_id ?? 0, dates, page },
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;

  return (
    <Dialog title="Instructor transactions" name={nameOf(record)} size="xl" onClose={onClose}>
      <DataTable
        key={id}
        caption="Attendances"
        columns={COLUMNS}
        rows={data?.transactions}
        rowKey={({ id }) => id}
        query={query}
        pageSize={10}
        nothingYet="No attendances in these dates"
        purpose="Members who attended the instructor's classes live appear here. Choose other dates to find more."
      />
      <PagedFooter
        page={page}
        count={data?.count}
        noun={['transaction', 'transactions']}
        onPage={setPage}
        onClose={onClose}
      />
    </Dialog>
  );
}

const TYPE_NAMES = { live: 'Live', recording: 'Recording' } as const;

/** Columns; classes and students of other programs have no name here. */
const COLUMNS: Column<Attendance>[] = [
  {
    key: 'created_at',
    header: 'Created at',
    oneLine: true,
    priority: 2,
    cell: ({ created_at }) => <Time utc value={created_at} />,
  },
  {
    key: 'class_name',
    header: 'Class name',
    rowHeader: true,
    cell: ({ class_name, is_late }) => (
      <>
        {class_name ?? '–'}
        {is_late && (
          <Text size="xs" c="dimmed" component="span" display="block">
            Reported after the amounts were locked; not paid
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'student_name',
    header: 'Student name',
    priority: 1,
    cell: ({ student_name }) => student_name ?? '–',
  },
  { key: 'type', header: 'Type', narrow: true, stays: true, cell: ({ type }) => TYPE_NAMES[type] },
];
