import { Badge, Button } from '@mantine/core';
import { formatMoney } from '../../../core/money.ts';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import type { ClassRow } from '../../classes/contract.ts';
import { type BundleDraft, type Member, priceOf } from './bundle-draft.ts';
import classes from './bundle-screen.module.css';

type BundleMembersProps = {
  draft: BundleDraft;
  onAdd: (row: ClassRow) => void;
  onRemove: (id: number) => void;
};

export function BundleMembers({ draft, onAdd, onRemove }: BundleMembersProps) {
  const columns: Column<Member>[] = [
    ...columnsOf(new Set(draft.notSold)),
    {
      key: 'actions',
      header: 'Actions',
      hiddenHeader: true,
      numeric: true,
      oneLine: true,
      cell: ({ row, mark }) => (
        <Button
          size="compact-sm"
          variant="subtle"
          color={mark === 'kept' ? 'red' : undefined}
          aria-label={`${mark === 'kept' ? 'Remove' : 'Undo'} ${row.class_name}, #${row.id}`}
          onClick={({ currentTarget }) => {
            if (mark === 'added') focusBeside(currentTarget);
            if (mark === 'removed') onAdd(row);
            else onRemove(row.id);
          }}
        >
          {mark === 'kept' ? 'Remove' : 'Undo'}
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      caption="Classes in the bundle"
      columns={columns}
      rows={draft.members}
      rowKey={({ row }) => row.id}
      nothingYet="No classes yet. Add one from the search"
      purpose="The bundle sells its classes together."
    />
  );
}

/** Moves the focus to a neighbour before the row disappears. */
function focusBeside(button: HTMLElement): void {
  const row = button.closest('tr');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  beside?.querySelector('button')?.focus();
}

const columnsOf = (notSold: ReadonlySet<number>): Column<Member>[] => [
  { key: 'id', header: 'ID', numeric: true, oneLine: true, cell: ({ row }) => row.id },
  {
    key: 'class_name',
    header: 'Class name',
    rowHeader: true,
    cell: ({ row, mark }) => (
      <div className={classes.name}>
        <span data-mark={mark} title={row.class_name}>
          {row.class_name || 'Class without a name'}
        </span>
        {mark !== 'kept' && (
          <Badge size="sm" variant="default" radius="sm" tt="none">
            {mark}
          </Badge>
        )}
        {notSold.has(row.id) && (
          <Badge size="sm" variant="default" radius="sm" tt="none">
            Not sold in this program
          </Badge>
        )}
      </div>
    ),
  },
  {
    key: 'class_price',
    header: 'Class price',
    numeric: true,
    oneLine: true,
    cell: ({ row }) => formatMoney(priceOf(row), row.currency),
  },
  {
    key: 'membership_discount',
    header: 'Membership discount',
    numeric: true,
    cell: ({ row }) => row.membership_discount / 100,
  },
  {
    key: 'membership_discount_other',
    header: 'Other-membership discount',
    numeric: true,
    cell: ({ row }) => row.membership_discount_other / 100,
  },
  { key: 'del_flag', header: 'Deleted', cell: ({ row }) => (row.del_flag === 1 ? 'Yes' : 'No') },
  { key: 'status', header: 'Status', cell: ({ row }) => (row.status === 1 ? 'Active' : 'Inactive') },
];
