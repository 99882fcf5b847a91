import { Badge, Button, Group } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { apiOf } from '../../../web/api.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { RecordDialog } from '../../../web/parts/record-dialog.tsx';
import { useActor } from '../../../web/session.tsx';
import { addressChoice, addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import type { Column } from '../../../web/ui/column.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { actionsColumn, RowActions } from '../../../web/ui/row-actions.tsx';
import { useList } from '../../../web/ui/use-list.ts';
import { ADMIN_USERS_PAGE_SIZE, type AdminUser, adminUsersContract } from '../contract.ts';

const EditDialog = lazy(() =>
  import('./edit-admin-user-dialog.tsx').then((m) => ({ default: m.EditAdminUserDialog })),
);
const RemoveDialog = lazy(() =>
  import('./remove-admin-user-dialog.tsx').then((m) => ({ default: m.RemoveAdminUserDialog })),
);

const api = apiOf({ adminUsers: adminUsersContract });
const shape = {
  page: addressPage,
  edit: addressId,
  remove: addressId,
  add: addressChoice(['1']),
};

/** The staff accounts (specification: Admin users). */
export function AdminUsersScreen() {
  const address = useAddress(shape);
  const { state, openDialog, closeDialog } = address;
  const actor = useActor();
  const list = useList({
    address,
    filters: {},
    query: (input) => api.adminUsers.adminUsers.queryOptions({ input }),
    rows: 'users',
    noun: ['admin user', 'admin users'],
    pageSize: ADMIN_USERS_PAGE_SIZE,
  });
  const opened = state.edit || state.remove;
  const close = () => closeDialog({ edit: undefined, remove: undefined });

  const add = (
    <Button
      size="sm"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => openDialog({ add: '1' })}
    >
      Add user
    </Button>
  );

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
                  onClick: () => openDialog({ edit: id }),
                },
                ...(id === actor.admin_id ? [] : [removal(() => openDialog({ remove: id }))]),
              ]}
            />
          )),
        ]}
      />
      <Suspense>
        {state.add && <EditDialog user={null} onClose={() => closeDialog({ add: undefined })} />}
        {opened > 0 && (
          <RecordDialog
            key={opened}
            noun="admin user"
            id={opened}
            row={list.rows?.find(({ id }) => id === opened)}
            read={async () => (await api.adminUsers.adminUser.call({ id: opened })).user}
            onClose={close}
          >
            {(user) =>
              state.edit > 0 ? (
                <EditDialog user={user} onClose={close} />
              ) : (
                user.id !== actor.admin_id && <RemoveDialog user={user} onClose={close} />
              )
            }
          </RecordDialog>
        )}
      </Suspense>
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
