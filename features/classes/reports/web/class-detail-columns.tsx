import { formatMajor } from '../../../../core/money.ts';
import { linkedColumn } from '../../../../web/parts/records/linked-column.tsx';
import { Clamped } from '../../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import type { ClassDetailRow } from '../contract.ts';

const COUNTS: Column<ClassDetailRow>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, cell: ({ id }) => id },
  linkedColumn<ClassDetailRow>(
    {
      key: 'class_name',
      header: 'Class',
      rowHeader: true,
      cell: ({ class_name }) => <Clamped text={class_name} />,
    },
    'class',
    ({ id }) => id,
  ),
  {
    key: 'instructor_name',
    header: 'Instructor',
    card: 'line',
    cell: ({ instructor_name }) => <Clamped text={instructor_name || '–'} />,
  },
  count('enrolled', 'Enrolled'),
  count('live', 'Live'),
  count('recordings', 'Recordings'),
  { key: 'currency', header: 'Currency', priority: -1, cell: ({ currency }) => currency },
];

const SALES: Column<ClassDetailRow>[] = [
  amount('sales', 'Sales'),
  amount('refunds', 'Refunds'),
  amount('net', 'Net'),
];

export function columnsOf(sales: boolean): Column<ClassDetailRow>[] {
  return sales ? [...COUNTS, ...SALES] : COUNTS;
}

function count(key: 'enrolled' | 'live' | 'recordings', header: string): Column<ClassDetailRow> {
  return { key, header, numeric: true, card: 'line', cell: (row) => row[key].toLocaleString() };
}

function amount(key: 'sales' | 'refunds' | 'net', header: string): Column<ClassDetailRow> {
  return {
    key,
    header,
    numeric: true,
    oneLine: true,
    priority: 1,
    ...(key === 'net' && { card: 'end' as const }),
    cell: ({ currency, ...row }) => formatMajor(row[key] ?? 0, currency),
  };
}
