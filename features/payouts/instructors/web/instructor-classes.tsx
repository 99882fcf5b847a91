import { useState } from 'react';
import { formatMajor } from '../../../../core/money.ts';
import { apiOf } from '../../../../web/api.ts';
import { ProgramCell } from '../../../../web/parts/program-name.tsx';
import { AddLink } from '../../../../web/parts/records/add-link.tsx';
import { RecordName } from '../../../../web/parts/records/record-name.tsx';
import { DialogPages } from '../../../../web/ui/dialog/dialog-pages.tsx';
import { StatusPill } from '../../../../web/ui/status-pill.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { useListQuery } from '../../../../web/ui/table/use-list.ts';
import { classesContract, type ListedClass } from '../../../classes/contract.ts';

const api = apiOf({ classes: classesContract });

export function InstructorClasses({ record: { id } }: { record: { id: number } }) {
  const [page, setPage] = useState(1);
  const query = useListQuery(
    api.classes.classes.queryOptions({ input: { page, instructor_name: `#${id}` } }),
  );
  return (
    <>
      <DialogPages page={page} count={query.data?.count} noun={['class', 'classes']} onPage={setPage} />
      <DataTable
        caption="Classes"
        columns={COLUMNS}
        rows={query.data?.classes}
        rowKey={(row) => row.id}
        query={query}
        pageSize={5}
        nothingYet="No classes yet"
        purpose="Classes and bundles that this user teaches appear here."
        first={<AddLink action="Add class" />}
      />
    </>
  );
}

const COLUMNS: readonly Column<ListedClass>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 1, cell: ({ id }) => id },
  {
    key: 'class_name',
    header: 'Class name',
    rowHeader: true,
    cell: ({ id, class_name }) => <RecordName noun="class" id={id} name={class_name || `Class #${id}`} />,
  },
  {
    key: 'enrolled',
    header: 'Enrolled',
    numeric: true,
    narrow: true,
    priority: 3,
    cell: ({ enrolled }) => enrolled.toLocaleString('en-US'),
  },
  {
    key: 'class_price',
    header: 'Class price',
    numeric: true,
    oneLine: true,
    priority: 4,
    cell: ({ class_price, currency }) => formatMajor(class_price, currency),
  },
  {
    key: 'status',
    header: 'Status',
    narrow: true,
    oneLine: true,
    priority: 5,
    cell: ({ status }) => <StatusPill status={status === 1 ? 'live' : 'off'} />,
  },
  {
    key: 'program',
    header: 'Home program',
    priority: 2,
    cell: ({ program_id }) => <ProgramCell id={program_id} />,
  },
];
