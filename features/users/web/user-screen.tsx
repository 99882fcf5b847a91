import { Suspense } from 'react';
import { linkedColumn } from '../../../web/parts/records/linked-column.tsx';
import { type RecordDeclaration, RecordScreen } from '../../../web/parts/records/record-screen.tsx';
import { SharedPart } from '../../../web/screen.ts';
import { useActor } from '../../../web/session.tsx';
import { CoinEntries } from '../coins/web/coins-list.tsx';
import { paymentContract } from '../payment-settings/contract.ts';
import { teaches } from '../rules.ts';
import type { SiteUserRow } from '../user-schemas.ts';
import { calls, nameOf, type Person } from './calls.ts';
import { UserActions } from './user-actions.tsx';
import { USER_COLUMNS, UserPill } from './user-columns.tsx';
import { UserDetails } from './user-details.tsx';
import { userDialogs } from './user-dialogs.ts';
import { UserPayouts } from './user-payouts.tsx';

function Data({ record }: { record: Person }) {
  const { id, email } = record;
  return (
    <Suspense>
      <SharedPart part="personalData" user={{ id, name: nameOf(record), email }} />
    </Suspense>
  );
}

const USER: RecordDeclaration<SiteUserRow, { users: SiteUserRow[] }> = {
  noun: 'user',
  entity: 'site_user',
  lists: ['/users'],
  query: (id) => calls.siteUsers.queryOptions({ input: { name: `#${id}`, page: 1 } }),
  rowOf: ({ users }, id) => users.find((user) => user.id === id),
  nameOf,
  status: (user) => <UserPill user={user} />,
  facts: () =>
    USER_COLUMNS.filter(({ key }) => !AWAY.includes(key)).map((column) =>
      column.key === 'program' ? linkedColumn(column, 'program', ({ site_program }) => site_program) : column,
    ),
  sections: [
    { key: 'details', title: 'Details', content: UserDetails },
    { key: 'entries', title: 'LiL-T entries', content: CoinEntries },
    {
      key: 'payouts',
      title: 'Payout details',
      access: paymentContract.paymentSettings['~orpc'].meta.access,
      content: UserPayouts,
    },
    {
      key: 'data',
      title: 'Personal data',
      access: { role: 'superadmin' },
      content: Data,
    },
  ],
  asOf: {
    settings: (id, at) => calls.siteUserAsOf.queryOptions({ input: { id, at } }),
    split: ({ user_type, del_status }) => (user_type === 'I' && del_status === 0 ? 'instructor' : null),
    money: 'user',
  },
  links: ({ id, ...user }) => [
    ...(teaches(user)
      ? [{ title: 'As an instructor', to: `/instructors/${id}`, screen: '/instructors/:id' }]
      : []),
    {
      title: 'Transactions',
      to: '/transactions',
      search: { student_name: `#${id}` },
      screen: '/transactions',
    },
    {
      title: 'Orders',
      to: '/giveaways/purchases',
      search: { user_name: `#${id}`, show: 'all' },
      screen: '/giveaways/purchases',
    },
  ],
};

const AWAY = ['id', 'name', 'status'];

export function UserScreen() {
  const actor = useActor();
  return (
    <RecordScreen
      of={USER}
      dialogs={userDialogs}
      actions={(user, open) => <UserActions actor={actor} user={user} onOpen={open} />}
    />
  );
}
