import { RecordName } from '../../../web/parts/records/record-name.tsx';
import { StatusPill } from '../../../web/ui/status-pill.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import type { Program } from '../program-schemas.ts';

export const PROGRAM_COLUMNS: Column<Program>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, cell: ({ id }) => id },
  {
    key: 'program_tag',
    header: 'Program tag',
    oneLine: true,
    priority: 2,
    cell: ({ program_tag }) => program_tag,
  },
  {
    key: 'program_display_name',
    header: 'Program name',
    rowHeader: true,
    cell: ({ id, program_display_name }) => <RecordName noun="program" id={id} name={program_display_name} />,
  },
  {
    key: 'support_email',
    header: 'Support email',
    oneLine: true,
    priority: 1,
    cell: ({ support_email }) => support_email,
  },
  {
    key: 'status',
    header: 'Status',
    narrow: true,
    priority: 3,
    cell: ({ status }) => <ProgramPill status={status} />,
  },
];

export function ProgramPill({ status }: Pick<Program, 'status'>) {
  return <StatusPill status={status === 1 ? 'live' : 'off'} />;
}
