import { linkedColumn } from '../../../web/parts/records/linked-column.tsx';
import { RecordLink } from '../../../web/parts/records/record-link.tsx';
import { type RecordDeclaration, RecordScreen } from '../../../web/parts/records/record-screen.tsx';
import { useActor } from '../../../web/session.tsx';
import type { ClassDetail } from '../contract.ts';
import { calls, nameOf } from './calls.ts';
import { ClassActions } from './class-actions.tsx';
import { ClassPill, firstColumns, HOME_COLUMN } from './class-columns.tsx';
import { ClassComments } from './class-comments.tsx';
import { classDialogs, isAtHome } from './class-dialogs.ts';
import { ClassOnSites } from './class-on-sites.tsx';
import { ClassUsers } from './class-users.tsx';

type Shown = ClassDetail & { site_address: string | null };

const CLASS: RecordDeclaration<Shown, { class: ClassDetail; site_address: string | null }> = {
  noun: 'class',
  entity: 'class',
  lists: ['/classes', '/bundles'],
  query: (id, program_id) => calls.class.queryOptions({ input: { id, program_id } }),
  rowOf: ({ class: found, site_address }) => ({ ...found, site_address }),
  nameOf,
  status: ({ status }) => <ClassPill status={status} />,
  facts: ({ instructor_id, instructor_name }) => [
    {
      key: 'instructor_name',
      header: 'Instructor',
      cell: () =>
        instructor_name && (
          <RecordLink noun="instructor" id={instructor_id}>
            {instructor_name}
          </RecordLink>
        ),
    },
    ...firstColumns(0, 0, () => undefined).filter(({ key }) => !AWAY.includes(key)),
    linkedColumn(HOME_COLUMN, 'program', ({ program_id }) => program_id),
  ],
  sections: [
    { key: 'users', title: 'Users', content: ClassUsers },
    { key: 'programs', title: 'On the sites', content: ClassOnSites },
    { key: 'comments', title: 'Comments', has: isAtHome, content: ClassComments },
  ],
  asOf: {
    has: isAtHome,
    settings: (id, at) => calls.classAsOf.queryOptions({ input: { id, at } }),
    split: ({ instructor_id }) => (instructor_id === null ? null : 'class'),
    money: 'class',
  },
  links: ({ id, is_bundle, site_address }) => [
    ...(site_address === null ? [] : [{ title: 'View on the site', href: site_address }]),
    ...(is_bundle
      ? [{ title: 'Bundle editor', to: `/bundle-classes/${id}`, screen: '/bundle-classes/:id' }]
      : []),
    { title: 'Translations', to: `/class-translations/${id}`, screen: '/class-translations/:id' },
    {
      title: 'Commission split',
      to: '/commissions/classes',
      search: { name: `#${id}` },
      screen: '/commissions/classes',
    },
    { title: 'Transactions', to: '/transactions', search: { class_name: `#${id}` }, screen: '/transactions' },
  ],
};

const AWAY = ['id', 'class_name', 'status'];

export function ClassScreen() {
  const actor = useActor();
  return (
    <RecordScreen
      of={CLASS}
      dialogs={classDialogs}
      beside={{ program_id: actor.program_id }}
      actions={(row, open) => <ClassActions actor={actor} row={row} onOpen={open} />}
    />
  );
}
