import { ActionIcon, Badge, Button, Group } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useActor } from '../../../web/session.tsx';
import { addressPage, useAddress } from '../../../web/ui/address.ts';
import { type Column, DataTable } from '../../../web/ui/data-table.tsx';
import { useListQuery } from '../../../web/ui/use-list-query.ts';
import { ADMIN_USERS_PAGE_SIZE, type AdminUser } from '../contract.ts';
import { adminUserDialogs } from './admin-user-dialogs.ts';
import { calls } from './calls.ts';

const shape = { page: addressPage, ...adminUserDialogs.address };

/** The staff accounts (specification: Admin users). */
export function AdminUsersScreen() {
  const address = useAddress(shape);
  const { state } = address;
  const actor = useActor();
  const query = useListQuery(
    calls.adminUsers.queryOptions({
      input: { page: state.page },
    }),
  );
  const users = query.data?.users;
  const rowOf = (id: number) => users?.find((user) => user.id === id);
  const dialogs = adminUserDialogs.useDialogs(address, rowOf, {});

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
            onClick={() => dialogs.open('edit', id)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          {id !== actor.admin_id && (
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Remove ${email}`}
              title="Remove"
              onClick={() => dialogs.open('remove', id)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ),
    },
  ];
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialogs.open('add')}>
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
      {dialogs.element}
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
