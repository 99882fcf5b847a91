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

const CLASS: RecordDeclaration<ClassDetail, { class: ClassDetail }> = {
  noun: 'class',
  entity: 'class',
  lists: ['/classes', '/bundles'],
  query: (id, program_id) => calls.class.queryOptions({ input: { id, program_id } }),
  rowOf: (answer) => answer.class,
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
  links: ({ id, is_bundle }) => [
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

/** Columns that the head of the page says otherwise. */
const AWAY = ['id', 'class_name', 'status'];

/** One class or bundle (specification: Classes and bundles). */
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
