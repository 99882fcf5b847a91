import { Badge, Group } from '@mantine/core';
import { IconDevices, IconPencil, IconTrash } from '@tabler/icons-react';
import { holds } from '../../../core/access.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useBulkSwitches } from '../../../web/parts/switching/use-bulk-switches.tsx';
import { useActor } from '../../../web/session.tsx';
import { addressPage, useAddress } from '../../../web/ui/address.ts';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { useMinute } from '../../../web/ui/moments/use-minute.ts';
import { TwoLines } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { ADMIN_USERS_PAGE_SIZE, type AdminUser } from '../contract.ts';
import { invitationActions } from '../invitations/web/invitation-actions.tsx';
import { invitationWords } from '../invitations/web/until-words.ts';
import { adminUserDialogs } from './admin-user-dialogs.ts';
import { ADMIN_USER_VERBS } from './admin-user-verbs.tsx';
import { calls, reload } from './calls.ts';

const shape = { page: addressPage, ...adminUserDialogs.address };

export function AdminUsersScreen() {
  const address = useAddress(shape);
  const actor = useActor();
  const list = useList({
    address,
    filters: {},
    query: (input) => calls.adminUsers.queryOptions({ input }),
    rows: 'users',
    noun: ['admin user', 'admin users'],
    csv: (polled) => calls.adminUsersCsv.call({ ...polled, name: '' }),
    purpose: 'Admins work in Provost with the permissions you give them. Invite one to begin.',
    pageSize: ADMIN_USERS_PAGE_SIZE,
    adds: true,
  });
  const bulk = useBulkSwitches<AdminUser, 'removed'>({
    call: calls.switchAdminUsers.call,
    reload,
    verbs: ADMIN_USER_VERBS,
    rows: list.rows,
    noun: ['admin user', 'admin users'],
    nameOf: ({ email }) => email,
    filters: {},
    may: ({ id, permissions }) => id !== actor.admin_id && permissions.every((one) => holds(actor, one.id)),
    all: list.all,
  });
  const dialogs = adminUserDialogs.useDialogs(address, list.rowOf, {});
  const add = <CreateButton onClick={() => dialogs.open('add')}>Add user</CreateButton>;

  return (
    <ListPage {...list.page} title="Admin users" actions={add}>
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="Admin users"
        first={add}
        columns={[
          ...bulk.columns,
          ...COLUMNS,
          actionsColumn<AdminUser>((user) => (
            <RowActions
              of={user.email}
              actions={[
                ...invitationActions(user, actor),
                {
                  label: 'Edit',
                  icon: <IconPencil size={16} aria-hidden />,
                  kept: true,
                  onClick: () => dialogs.open('edit', user.id),
                },
                ...(user.id === actor.admin_id || actor.role !== 'superadmin'
                  ? []
                  : [signIn(() => dialogs.open('sign_in', user.id))]),
                ...(user.id === actor.admin_id ? [] : [removal(() => dialogs.open('remove', user.id))]),
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
  { key: 'email', header: 'Email', rowHeader: true, cell: (user) => <Email of={user} /> },
  { key: 'program', header: 'Program', cell: programOf, onCard: (user) => <ProgramOnCard of={user} /> },
  {
    key: 'permissions',
    header: 'Permissions',
    cell: ({ permissions }) => <Permissions of={permissions} />,
    onCard: ({ permissions }) => permissions.map(({ name }) => name).join(', '),
  },
];

function Email({ of: { email, invitation } }: { of: AdminUser }) {
  const now = useMinute();
  return <TwoLines first={email} second={invitation && invitationWords(invitation, now)} />;
}

/** A card has no second line for the invitation. */
function ProgramOnCard({ of: user }: { of: AdminUser }) {
  const now = useMinute();
  const { invitation } = user;
  return invitation ? `${invitationWords(invitation, now)} · ${programOf(user)}` : programOf(user);
}

function signIn(onClick: () => void) {
  return { label: 'Sessions', icon: <IconDevices size={16} aria-hidden />, onClick };
}

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
