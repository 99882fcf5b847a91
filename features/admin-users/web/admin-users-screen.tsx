import { Badge, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useActor } from '../../../web/session.tsx';
import { addressPage, useAddress } from '../../../web/ui/address.ts';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { ADMIN_USERS_PAGE_SIZE, type AdminUser } from '../contract.ts';
import { adminUserDialogs } from './admin-user-dialogs.ts';
import { calls } from './calls.ts';

const shape = { page: addressPage, ...adminUserDialogs.address };

/** The staff accounts (specification: Admin users). */
export function AdminUsersScreen() {
  const address = useAddress(shape);
  const actor = useActor();
  const list = useList({
    address,
    filters: {},
    query: (input) => calls.adminUsers.queryOptions({ input }),
    rows: 'users',
    noun: ['admin user', 'admin users'],
    pageSize: ADMIN_USERS_PAGE_SIZE,
    adds: true,
  });
  const dialogs = adminUserDialogs.useDialogs(address, list.rowOf, {});
  const add = <CreateButton onClick={() => dialogs.open('add')}>Add user</CreateButton>;

  return (
    <ListPage {...list.page} title="Admin users" actions={add}>
      <DataTable
        {...list.table}
        caption="Admin users"
        columns={[
          ...COLUMNS,
          actionsColumn<AdminUser>(({ id, email }) => (
            <RowActions
              of={email}
              actions={[
                {
                  label: 'Edit',
                  icon: <IconPencil size={16} aria-hidden />,
                  onClick: () => dialogs.open('edit', id),
                },
                ...(id === actor.admin_id ? [] : [removal(() => dialogs.open('remove', id))]),
              ]}
            />
          )),
        ]}
      />
      {dialogs.element}
    </ListPage>
  );
}

const COLUMNS: Column<AdminUser>[] = [
  { key: 'email', header: 'Email', rowHeader: true, cell: ({ email }) => email },
  { key: 'program', header: 'Program', cell: programOf },
  { key: 'permissions', header: 'Permissions', cell: ({ permissions }) => <Permissions of={permissions} /> },
];

function removal(onClick: () => void) {
  return { label: 'Remove', icon: <IconTrash size={16} aria-hidden />, removes: true, onClick };
}

function programOf({ program_id, program_display_name: name }: AdminUser): string {
  return program_id === 0 ? 'Global site (all programs)' : (name ?? `Program ${program_id}`);
}

function Permissions({ of: permissions }: { of: AdminUser['permissions'] }) {
  return (
    <Group gap={4}>
      {permissions.map(({ id, name }) => (
        <Badge key={id} variant="default" radius="sm" tt="none" fw={500}>
          {name}
        </Badge>
      ))}
    </Group>
  );
}
