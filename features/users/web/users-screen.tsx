import { Button } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { deletedWords } from '../../../web/parts/deleted-words.ts';
import { ExportButton } from '../../../web/parts/exports/export-button.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import { addressChoice, addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { TextFilter } from '../../../web/ui/chooser/text-filter.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { SITE_USER_SORTS } from '../contract.ts';
import type { SiteUserRow } from '../user-schemas.ts';
import { calls } from './calls.ts';
import { UserActions } from './user-actions.tsx';
import { USER_COLUMNS } from './user-columns.tsx';
import { userDialogs } from './user-dialogs.ts';

const usersAddress = {
  page: addressPage,
  name: addressText,
  program_id: addressId,
  sort_by: addressChoice(SITE_USER_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...userDialogs.address,
};

/** Users of the program sites (specification: Site users). */
export function UsersScreen() {
  const actor = useActor();
  const address = useAddress(usersAddress);
  const { state, change } = address;
  const program_id = useProgramFilter(state.program_id);
  const list = useList({
    address,
    filters: { name: '', program_id: 0 },
    query: (asked) => calls.siteUsers.queryOptions({ input: { ...asked, program_id } }),
    rows: 'users',
    noun: ['user', 'users'],
    sorts: SITE_USER_SORTS,
    order: { by: 'id', dest: 'asc' },
    adds: true,
  });
  const rowOf = (id: number) => list.rows?.find((row) => row.id === id);
  const dialogs = userDialogs.useDialogs(address, rowOf, {});
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialogs.open('add')}>
      Add user
    </Button>
  );

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
          <ExportButton
            title="Site users"
            quiet
            poll={(asked) => calls.siteUsersCsv.call({ ...asked, program_id, name: state.name })}
          />
          {add}
        </>
      }
      filters={
        <>
          <ProgramSelect value={state.program_id} onChange={(chosen) => change({ program_id: chosen })} />
          <TextFilter label="ID, name or email" value={state.name} onChange={(name) => change({ name })} />
        </>
      }
    >
      <DataTable
        {...list.table}
        caption="Site users"
        columns={[
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
