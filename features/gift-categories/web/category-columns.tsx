import { Text } from '@mantine/core';
import { Clamped } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import type { Category } from './calls.ts';

export const COLUMNS: Column<Category>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, cell: ({ id }) => id },
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ name, parent_id, parent_name, subcategories }) => (
      <>
        <Clamped text={name} />
        {parent_id !== null && subcategories && (
          <Text component="span" display="inline-block" size="xs" c="dimmed" ml={6}>
            below <bdi>{parent_name ?? parent_id}</bdi>
          </Text>
        )}
        {subcategories && subcategories.length > 0 && (
          <Text component="span" display="inline-block" size="xs" c="dimmed" ml={6}>
            {subcategories.length} below
          </Text>
        )}
      </>
    ),
  },
  { key: 'active', header: 'Active', narrow: true, cell: ({ active }) => (active ? 'On' : 'Off') },
];
