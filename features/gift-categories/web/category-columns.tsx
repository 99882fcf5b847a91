import { StatusPill } from '../../../web/ui/status-pill.tsx';
import { TwoLines } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import type { Category } from './calls.ts';

export const COLUMNS: Column<Category>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, cell: ({ id }) => id },
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ name, parent_id, parent_name, subcategories }) => (
      <TwoLines first={name} second={belowOf({ parent_id, parent_name, below: subcategories })} />
    ),
  },
  {
    key: 'active',
    header: 'Active',
    narrow: true,
    cell: ({ active }) => <StatusPill status={active ? 'live' : 'off'} />,
  },
];

/** Names the top category where its own is not in the list, or counts what is below. */
function belowOf({
  parent_id,
  parent_name,
  below,
}: Pick<Category, 'parent_id' | 'parent_name'> & { below: Category['subcategories'] }) {
  if (!below) return null;
  if (parent_id !== null)
    return (
      <>
        below <bdi>{parent_name ?? parent_id}</bdi>
      </>
    );
  return below.length > 0 && `${below.length} below`;
}
