import { Badge, Text } from '@mantine/core';
import { ProgramCell } from '../../../web/parts/program-name.tsx';
import { StatusPill } from '../../../web/ui/status-pill.tsx';
import { Clamped } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import type { Category } from './calls.ts';

export const COLUMNS: Column<Category>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, cell: ({ id }) => id },
  {
    key: 'category_name',
    header: 'Name',
    rowHeader: true,
    cell: ({ category_name, del_flag, parent_id, parent_name, sub_categories }) => (
      <>
        <span dir="auto">
          <Clamped text={category_name} />
        </span>
        {del_flag === 1 && (
          <Badge ml={6} variant="default" radius="sm" tt="none">
            deleted
          </Badge>
        )}
        {parent_id !== null && sub_categories && (
          <Text component="span" display="inline-block" size="xs" c="dimmed" ml={6}>
            below <bdi>{parent_name ?? parent_id}</bdi>
          </Text>
        )}
        {sub_categories && sub_categories.length > 0 && (
          <Text component="span" display="inline-block" size="xs" c="dimmed" ml={6}>
            {sub_categories.length} below
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'status',
    header: 'Active',
    narrow: true,
    cell: ({ status }) => <StatusPill status={status ? 'live' : 'off'} />,
  },
  { key: 'program', header: 'Program', cell: ({ program_id }) => <ProgramCell id={program_id} /> },
];
