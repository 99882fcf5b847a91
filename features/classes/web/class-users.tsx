import { Button, Group, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { SOURCE_NAMES, type Source } from '../../../core/sites/sources.ts';
import { apiOf } from '../../../web/api.ts';
import { ExportButton } from '../../../web/parts/exports/export-button.tsx';
import { RecordName } from '../../../web/parts/records/record-name.tsx';
import { SourceFilter } from '../../../web/parts/source-filter.tsx';
import { type FoundUser, UserSearch } from '../../../web/parts/user-search.tsx';
import { refuseUnclear } from '../../../web/ui/chooser/enter-guard.tsx';
import { TextFilter } from '../../../web/ui/chooser/text-filter.tsx';
import { DialogPages } from '../../../web/ui/dialog/dialog-pages.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { useListQuery } from '../../../web/ui/table/use-list.ts';
import { Time } from '../../../web/ui/time.tsx';
import { toastSwitched } from '../../../web/ui/toast-switched.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { useOnce } from '../../../web/ui/use-once.ts';
import type { ListedClass } from '../contract.ts';
import type { ClassUser } from '../people-contract.ts';
import { classReportContract } from '../reports/contract.ts';
import { calls, nameOf, reload } from './calls.ts';

const api = apiOf({ classReport: classReportContract });

type UsersQuery = { page: number; name: string; source: Source | undefined };

const EVERYBODY: UsersQuery = { page: 1, name: '', source: undefined };

export function ClassUsers({ record }: { record: ListedClass }) {
  const { id } = record;
  const [{ page, name, source }, setAsked] = useState<UsersQuery>(EVERYBODY);
  const query = useListQuery(
    calls.classUsers.queryOptions({ input: { id, page, name, source: source ?? '' } }),
  );
  const { busy, once } = useOnce();
  const fail = (error: unknown) => toast(failureOf(error).message, { kind: 'error' });
  const flip = (user: ClassUser) =>
    void once(async () => {
      const enrolment_id = user.id;
      const { enrol_status } = await calls.switchEnrolment.call({ enrolment_id });
      await reload();
      const before = enrol_status === 0 ? 5 : 0;
      toastSwitched(`${fullName(user)} ${enrol_status === 0 ? 'activated' : 'unenrolled'}`, {
        undo: () => calls.switchEnrolment.call({ enrolment_id, enrol_status: before }),
        reload,
      });
    }, fail);

  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" mb="xs">
        <TextFilter
          label="Name, email or ID"
          value={name}
          onChange={(typed) => setAsked({ page: 1, name: typed, source })}
        />
        <SourceFilter value={source} onChange={(chosen) => setAsked({ page: 1, name, source: chosen })} />
        <AddUser id={id} onAdded={() => setAsked(EVERYBODY)} />
      </SimpleGrid>
      <ExportButton
        quiet
        title={`Users of ${nameOf(record)}`}
        poll={(asked) => api.classReport.classUsersCsv.call({ ...asked, id })}
      />
      <DialogPages
        page={page}
        count={query.data?.count}
        noun={['user', 'users']}
        onPage={(next) => setAsked({ page: next, name, source })}
      />
      <DataTable<ClassUser>
        caption={`Users of ${nameOf(record)}`}
        columns={columnsOf(busy, flip)}
        rows={query.data?.users}
        rowKey={(user) => user.id}
        query={query}
        pageSize={Math.min(PAGE_SIZE, 5)}
        nothingYet="No users in this class yet"
        purpose="Users who bought the class appear here. Add one with the search above."
        filtered={name !== '' || source !== undefined}
        onClearFilters={() => setAsked(EVERYBODY)}
      />
    </>
  );
}

function AddUser({ id, onAdded }: { id: number; onAdded: () => void }) {
  const [user, setUser] = useState<FoundUser | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const add = () =>
    void once(
      async () => {
        if (!user) return;
        const { enrol_status, cancel_after_refund } = await calls.enrolUser.call({ id, user_id: user.id });
        await reload();
        setSaid(null);
        setUser(null);
        onAdded();
        if (enrol_status === 0 && cancel_after_refund === 0) toast('Success!');
        else
          setSaid(
            `${user.full_string} is already in this class: ${stateOf({ enrol_status, cancel_after_refund })}`,
          );
      },
      (error) => setSaid(failureOf(error).message),
    );
  return (
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <div style={{ flex: 1, minWidth: 0 }}>
        <UserSearch
          label="Add a user"
          value={user}
          onChange={(found) => {
            setSaid(null);
            setUser(found);
          }}
          // The focus stays on the button.
          error={said && <span role="alert">{said}</span>}
        />
      </div>
      <Button
        {...unavailable(busy || user === null)}
        aria-busy={busy}
        onClick={(event) => !refuseUnclear(event.currentTarget.parentElement) && add()}
      >
        {busy ? 'Adding…' : 'Add'}
      </Button>
    </Group>
  );
}

function columnsOf(busy: boolean, flip: (user: ClassUser) => void): Column<ClassUser>[] {
  return [
    {
      key: 'user_id',
      header: 'ID',
      numeric: true,
      narrow: true,
      priority: 1,
      cell: ({ user_id }) => user_id,
    },
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      cell: (user) => <RecordName noun="user" id={user.user_id} name={fullName(user)} />,
    },
    { key: 'email', header: 'Email', cell: ({ email }) => email },
    {
      key: 'dateadded',
      header: 'Added',
      narrow: true,
      oneLine: true,
      cell: ({ dateadded }) => <Time value={dateadded} />,
    },
    {
      key: 'source',
      header: 'Came from',
      narrow: true,
      oneLine: true,
      priority: 2,
      cell: ({ source }) => SOURCE_NAMES[source],
    },
    { key: 'enrol_status', header: 'Status', narrow: true, oneLine: true, cell: stateOf },
    actionsColumn<ClassUser>((user) => {
      const state = stateOf(user);
      if (state === 'Canceled') return null;
      const action = state === 'Active' ? 'Unenroll' : 'Activate';
      return (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${action}: ${fullName(user)}`}
          {...unavailable(busy)}
          onClick={() => !busy && flip(user)}
        >
          {action}
        </Button>
      );
    }),
  ];
}

function stateOf({
  enrol_status,
  cancel_after_refund,
}: Pick<ClassUser, 'enrol_status' | 'cancel_after_refund'>) {
  if (cancel_after_refund === 1 || enrol_status === 1 || enrol_status === 3) return 'Canceled';
  return enrol_status === 5 ? 'Blocked' : 'Active';
}

function fullName({ first_name, last_name, email }: ClassUser): string {
  return `${first_name} ${last_name}`.trim() || email;
}
