import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import { USER_TYPE_NAMES } from '../../../users/rules.ts';
import type { RuleTestUser } from '../../contract.ts';
import { MEMBERSHIP_LABELS } from '../rule-words.ts';

type TestUsersProps = {
  caption: string;
  users: readonly RuleTestUser[];
  count: number;
  verb: readonly [one: string, many: string];
};

const AT_FIRST = 10;

export function TestUsers({ caption, users, count, verb }: TestUsersProps) {
  const [all, setAll] = useState(false);
  const shown = all ? users : users.slice(0, AT_FIRST);
  const many = `${count.toLocaleString('en-US')} ${count === 1 ? 'user' : 'users'} ${verb[count === 1 ? 0 : 1]}`;
  return (
    <div>
      <Text size="sm" mb="xs" role="status">
        <b>{many}</b>
        {count > shown.length && `, the first ${shown.length} of them:`}
      </Text>
      {count > 0 && (
        <DataTable
          caption={caption}
          columns={COLUMNS}
          rows={shown}
          rowKey={({ id }) => id}
          nothingYet="No users"
          purpose="Users that the test query finds."
        />
      )}
      {shown.length < users.length && (
        <Button size="xs" variant="default" mt="xs" onClick={() => setAll(true)}>
          Show {users.length}
        </Button>
      )}
    </div>
  );
}

const COLUMNS: Column<RuleTestUser>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 2, cell: ({ id }) => id },
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ id, first_name, last_name }) => (
      <bdi>{`${first_name} ${last_name}`.trim() || `User #${id}`}</bdi>
    ),
  },
  {
    key: 'user_type',
    header: 'Type',
    narrow: true,
    priority: 4,
    cell: ({ user_type }) => USER_TYPE_NAMES[user_type],
  },
  {
    key: 'dateadded',
    header: 'Date added',
    oneLine: true,
    priority: 1,
    cell: ({ dateadded }) => <Time value={dateadded} />,
  },
  {
    key: 'membership',
    header: 'Membership',
    narrow: true,
    priority: 3,
    cell: ({ membership }) => MEMBERSHIP_LABELS[membership],
  },
  {
    key: 'membership_at',
    header: 'Member since',
    oneLine: true,
    priority: 0,
    cell: ({ membership_at }) => membership_at && <Time value={membership_at} />,
  },
];
