import { IconPencil } from '@tabler/icons-react';
import { apiOf } from '../../../../web/api.ts';
import { RecordLink } from '../../../../web/parts/records/record-link.tsx';
import { addressOf } from '../../../../web/parts/records/record-pages.ts';
import { type RecordDeclaration, RecordScreen } from '../../../../web/parts/records/record-screen.tsx';
import { useMayAccess } from '../../../../web/session.tsx';
import { NameOrAddress } from '../../../../web/ui/name-or-address.tsx';
import { StatusPill } from '../../../../web/ui/status-pill.tsx';
import { RowActions } from '../../../../web/ui/table/row-actions.tsx';
import { siteUsersContract } from '../../../users/contract.ts';
import { isActive, USER_TYPE_NAMES } from '../../../users/rules.ts';
import type { Instructor } from '../../../users/user-schemas.ts';
import { InstructorClasses } from './instructor-classes.tsx';
import { InstructorEarnings } from './instructor-earnings.tsx';
import { InstructorPayouts } from './instructor-payouts.tsx';
import { InstructorSplit } from './instructor-split.tsx';

const api = apiOf({ siteUsers: siteUsersContract });

const INSTRUCTOR: RecordDeclaration<Instructor, { instructor: Instructor }> = {
  noun: 'instructor',
  entity: 'instructor_commission',
  lists: ['/commissions/instructors', '/payouts', '/users'],
  query: (id) => api.siteUsers.instructor.queryOptions({ input: { id } }),
  rowOf: ({ instructor }) => instructor,
  nameOf,
  status: (user) => (
    <StatusPill status={isActive(user) ? 'live' : 'off'}>{isActive(user) ? 'Active' : 'Inactive'}</StatusPill>
  ),
  facts: () => [
    { key: 'email', header: 'Email', cell: ({ email }) => <NameOrAddress text={email} /> },
    { key: 'user_type', header: 'Type', cell: ({ user_type }) => USER_TYPE_NAMES[user_type] },
    {
      key: 'program',
      header: 'Program',
      cell: ({ program, site_program }) => (
        <RecordLink noun="program" id={site_program}>
          {program ?? 'None'}
        </RecordLink>
      ),
    },
    { key: 'approved', header: 'Approved', cell: ({ approved }) => yesNo(approved) },
    { key: 'viewable', header: 'Viewable', cell: ({ viewable }) => yesNo(viewable) },
    { key: 'del_status', header: 'Deleted', cell: ({ del_status }) => yesNo(del_status) },
  ],
  sections: [
    { key: 'earnings', title: 'Earnings', access: { area: 'money' }, content: InstructorEarnings },
    {
      key: 'split',
      title: 'Split',
      access: { area: 'commissions' },
      // The split of others, and of those who are deleted, is that of their program.
      has: ({ user_type, del_status }) => user_type === 'I' && del_status === 0,
      content: InstructorSplit,
    },
    { key: 'classes', title: 'Classes', access: { area: 'catalogue' }, content: InstructorClasses },
    { key: 'payouts', title: 'Payouts', access: { area: 'money' }, content: InstructorPayouts },
  ],
  asOf: {
    settings: (id, at) => api.siteUsers.instructorAsOf.queryOptions({ input: { id, at } }),
    split: ({ user_type, del_status }) => (user_type === 'I' && del_status === 0 ? 'instructor' : null),
    money: 'user',
  },
  links: ({ id }) => [
    { title: 'As a user', to: addressOf('user', id), screen: '/users/:id' },
    {
      title: 'Transactions',
      to: '/transactions',
      search: { instructor_name: `#${id}` },
      screen: '/transactions',
    },
  ],
};

function nameOf({ id, first_name, last_name, email }: Instructor): string {
  return `${first_name} ${last_name}`.trim() || email || `User #${id}`;
}

function yesNo(flag: 0 | 1): string {
  return flag === 1 ? 'Yes' : 'No';
}

export function InstructorScreen() {
  const mayEdit = useMayAccess({ area: 'users' });
  return (
    <RecordScreen
      of={INSTRUCTOR}
      actions={(instructor) =>
        mayEdit && (
          <RowActions
            of={nameOf(instructor)}
            actions={[
              {
                label: 'Edit',
                icon: <IconPencil size={16} aria-hidden />,
                to: addressOf('user', instructor.id),
                search: { edit: instructor.id },
              },
            ]}
          />
        )
      }
    />
  );
}
