import { type RecordDeclaration, RecordScreen } from '../../../web/parts/records/record-screen.tsx';
import { useActor } from '../../../web/session.tsx';
import type { ProgramDetails as Details } from '../program-schemas.ts';
import { asSiteProgram, calls, type SiteProgram } from './calls.ts';
import { ProgramActions } from './program-actions.tsx';
import { PROGRAM_COLUMNS, ProgramPill } from './program-columns.tsx';
import { ProgramDetails } from './program-details.tsx';
import { programDialogs } from './program-dialogs.ts';

type Shown = SiteProgram & { site_address: string | null };

const PROGRAM: RecordDeclaration<Shown, { program: Details; site_address: string | null }> = {
  noun: 'program',
  entity: 'program',
  lists: ['/programs'],
  query: (id) => calls.program.queryOptions({ input: { id } }),
  rowOf: ({ program, site_address }) => ({ ...asSiteProgram(program), site_address }),
  nameOf: ({ program_display_name }) => program_display_name,
  status: ({ status }) => <ProgramPill status={status} />,
  facts: () => PROGRAM_COLUMNS.filter(({ key }) => !AWAY.includes(key)),
  sections: [{ key: 'details', title: 'Settings', content: ProgramDetails }],
  asOf: {
    settings: (id, at) => calls.programAsOf.queryOptions({ input: { id, at } }),
    split: () => 'program',
    money: 'program',
  },
  links: ({ id, site_address }) => [
    ...(site_address === null ? [] : [{ title: 'View the site', href: site_address }]),
    { title: 'Users', to: '/users', search: { program_id: id }, screen: '/users' },
    { title: 'Classes', to: '/classes', search: { program_id: id }, screen: '/classes' },
    { title: 'Events', to: '/events', search: { program_id: id }, screen: '/events' },
    { title: 'Transactions', to: '/transactions', search: { program_id: id }, screen: '/transactions' },
    {
      title: 'Commission split',
      to: '/commissions/programs',
      search: { program_id: id },
      screen: '/commissions/programs',
    },
  ],
};

const AWAY = ['id', 'program_display_name', 'status'];

export function ProgramScreen() {
  const actor = useActor();
  return (
    <RecordScreen
      of={PROGRAM}
      dialogs={programDialogs}
      actions={(program, open) => <ProgramActions actor={actor} program={program} onOpen={open} />}
    />
  );
}
