import { ActivePill } from '../../../web/ui/status-pill.tsx';
import { TwoLines } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import type { LandingPage } from '../contract.ts';

export const COLUMNS: Column<LandingPage>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 1, cell: ({ id }) => id },
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ name, path }) => (
      <TwoLines first={<bdi>{name}</bdi>} second={path} title={`${name} (${path})`} />
    ),
  },
  { key: 'template', header: 'Template', priority: 3, cell: ({ template }) => template },
  {
    key: 'active',
    header: 'Active',
    narrow: true,
    priority: 2,
    cell: ({ active, archived_at }) => <ActivePill active={active} archived_at={archived_at} />,
  },
  {
    key: 'program',
    header: 'Program',
    priority: 4,
    cell: ({ program_id, program_display_name }) =>
      program_id === 0 ? 'Global site' : (program_display_name ?? `Program ${program_id}`),
  },
];
