import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { TwoLines } from '../../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import type { ListQuery } from '../../../../web/ui/table/loaded-list.tsx';
import { actionsColumn, RowActions } from '../../../../web/ui/table/row-actions.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import type { Passkey } from '../contract.ts';

export type PasskeyDialog = { rename: Passkey } | { remove: Passkey };

type PasskeyTableProps = {
  query: ListQuery & { data: { passkeys: Passkey[] } | undefined };
  onOpen: (dialog: PasskeyDialog) => void;
};

export function PasskeyTable({ query, onOpen }: PasskeyTableProps) {
  const columns = useMemo(() => columnsWith(onOpen), [onOpen]);
  return (
    <DataTable
      caption="Passkeys"
      columns={columns}
      rows={query.data?.passkeys}
      rowKey={({ id }) => id}
      query={query}
      pageSize={3}
      nothingYet="No passkeys yet"
      purpose="Each passkey signs you in without your password."
    />
  );
}

function columnsWith(onOpen: PasskeyTableProps['onOpen']): Column<Passkey>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      cell: ({ name, synced }) => <TwoLines first={name} second={placeOf(synced)} />,
    },
    {
      key: 'created_at',
      header: 'Added',
      cell: ({ created_at }) => <Time value={created_at} />,
      onCard: ({ synced }) => placeOf(synced),
    },
    {
      key: 'last_used_at',
      header: 'Last used',
      cell: ({ last_used_at }) => (last_used_at ? <Time value={last_used_at} /> : 'Never used'),
      onCard: ({ last_used_at }) =>
        last_used_at ? (
          <>
            Used <Time value={last_used_at} />
          </>
        ) : (
          'Never used'
        ),
    },
    actionsColumn<Passkey>((passkey) => (
      <RowActions
        of={passkey.name}
        actions={[
          {
            label: 'Rename',
            icon: <IconPencil size={16} aria-hidden />,
            kept: true,
            onClick: () => onOpen({ rename: passkey }),
          },
          {
            label: 'Remove',
            icon: <IconTrash size={16} aria-hidden />,
            kept: true,
            removes: true,
            onClick: () => onOpen({ remove: passkey }),
          },
        ]}
      />
    )),
  ];
}

function placeOf(synced: Passkey['synced']): string {
  return synced === 1 ? 'Synced between devices' : 'On one device';
}
