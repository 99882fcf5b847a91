import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { deletedWords } from '../../../web/parts/deleted-words.ts';
import { listAddress, useFilters } from '../../../web/parts/list-filters.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useBulkSwitches } from '../../../web/parts/switching/use-bulk-switches.tsx';
import { useActor } from '../../../web/session.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { SITE_USER_FILTERS, SITE_USER_SORTS } from '../contract.ts';
import type { SiteUserRow } from '../user-schemas.ts';
import { calls, nameOf, reload } from './calls.ts';
import { UserActions } from './user-actions.tsx';
import { USER_COLUMNS } from './user-columns.tsx';
import { userDialogs } from './user-dialogs.ts';
import { USER_VERBS, type UserSwitch } from './user-verbs.tsx';

const usersAddress = {
  ...listAddress(SITE_USER_FILTERS, SITE_USER_SORTS),
  ...userDialogs.address,
};

export function UsersScreen() {
  const actor = useActor();
  const address = useAddress(usersAddress);
  const filters = useFilters(SITE_USER_FILTERS, address);
  const list = useList({
    address,
    filters: filters.cleared,
    query: (asked) => calls.siteUsers.queryOptions({ input: { ...asked, ...filters.asked } }),
    rows: 'users',
    noun: ['user', 'users'],
    purpose: 'Students, instructors and organizations of your sites. Add one, or import a file.',
    sorts: SITE_USER_SORTS,
    order: { by: 'id', dest: 'asc' },
    csv: (asked) => calls.siteUsersCsv.call({ ...asked, ...filters.asked }),
    adds: true,
  });
  const bulk = useBulkSwitches<SiteUserRow, UserSwitch>({
    call: calls.switchSiteUsers.call,
    reload,
    verbs: USER_VERBS,
    rows: list.rows,
    noun: ['user', 'users'],
    nameOf,
    filters: filters.asked,
    // A user without a program gets one with the first save, which the form asks for.
    may: (user) =>
      user.del_status === 0 && user.site_program !== null && userDialogs.may(actor, 'edit', user),
    all: list.all,
  });
  const dialogs = userDialogs.useDialogs(address, list.rowOf, {});
  const add = <CreateButton onClick={() => dialogs.open('add')}>Add user</CreateButton>;

  return (
    <ListPage
      {...list.page}
      noun={deletedWords(list.page, list.table.query.data?.deleted ?? 0, ['user', 'users'])}
      views
      title="Site users"
      actions={
        <>
          <Button
            component={Link}
            to="/users/imports"
            variant="default"
            size="sm"
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            Import users
          </Button>
          {add}
        </>
      }
      filters={filters.controls}
    >
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="Site users"
        columns={[
          ...bulk.columns,
          ...USER_COLUMNS,
          actionsColumn<SiteUserRow>((user) => (
            <UserActions actor={actor} user={user} onOpen={(which) => dialogs.open(which, user.id)} />
          )),
        ]}
        first={add}
      />
      {dialogs.element}
    </ListPage>
  );
}
