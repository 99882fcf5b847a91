import { ActionIcon, Badge, Button, Group } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { apiOf } from '../../../web/api.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { RecordDialog } from '../../../web/parts/record-dialog.tsx';
import { useActor } from '../../../web/session.tsx';
import { addressChoice, addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import { type Column, DataTable } from '../../../web/ui/data-table.tsx';
import { useListQuery } from '../../../web/ui/use-list-query.ts';
import { ADMIN_USERS_PAGE_SIZE, type AdminUser, adminUsersContract } from '../contract.ts';

const EditDialog = lazy(() =>
  import('./edit-admin-user-dialog.tsx').then((m) => ({ default: m.EditAdminUserDialog })),
);
const RemoveDialog = lazy(() =>
  import('./remove-admin-user-dialog.tsx').then((m) => ({ default: m.RemoveAdminUserDialog })),
);

const api = apiOf({ adminUsers: adminUsersContract });
const address = {
  page: addressPage,
  edit: addressId,
  remove: addressId,
  add: addressChoice(['1']),
};

/** The staff accounts (specification: Admin users). */
export function AdminUsersScreen() {
  const { state, openDialog, closeDialog } = useAddress(address);
  const actor = useActor();
  const query = useListQuery(
    api.adminUsers.adminUsers.queryOptions({
      input: { page: state.page },
    }),
  );
  const users = query.data?.users;
  const opened = state.edit || state.remove;
  const close = () => closeDialog({ edit: undefined, remove: undefined });

  const columns: Column<AdminUser>[] = [
    { key: 'email', header: 'Email', rowHeader: true, cell: ({ email }) => email },
    { key: 'program', header: 'Program', cell: programOf },
    {
      key: 'permissions',
      header: 'Permissions',
      cell: ({ permissions }) => <Permissions of={permissions} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      hiddenHeader: true,
      numeric: true,
      cell: ({ id, email }) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <ActionIcon
            variant="subtle"
            aria-label={`Edit ${email}`}
            title="Edit"
            onClick={() => openDialog({ edit: id })}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          {id !== actor.admin_id && (
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Remove ${email}`}
              title="Remove"
              onClick={() => openDialog({ remove: id })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ),
    },
  ];
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
    <ListPage
      title="Admin users"
      actions={add}
      page={state.page}
      answer={query}
      pageSize={ADMIN_USERS_PAGE_SIZE}
      noun="admin users"
    >
      <DataTable
        caption="Admin users"
        columns={columns}
        rows={users}
        rowKey={({ id }) => id}
        query={query}
        pageSize={ADMIN_USERS_PAGE_SIZE}
        nothingYet={state.page > 1 ? 'No admin users on this page' : 'No admin users yet'}
      />
      <Suspense>
        {state.add && <EditDialog user={null} onClose={() => closeDialog({ add: undefined })} />}
        {opened > 0 && (
          <RecordDialog
            key={opened}
            noun="admin user"
            id={opened}
            row={users?.find(({ id }) => id === opened)}
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
