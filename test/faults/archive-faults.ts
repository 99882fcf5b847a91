/** What is archived shows, sends or comes back by the wrong hands; what is copied goes live; an undo undoes others' work. */
import { type Fault, faultsIn } from './fault.ts';

const ARCHIVING = 'server/nouns/archives/archiving.test.ts';
const SWITCHING = 'server/nouns/switches/switching-many.test.ts';
const SWITCHED_BACK = 'server/nouns/switched-back.test.ts';

export const ARCHIVE_FAULTS: readonly Fault[] = [
  ...faultsIn('server/nouns/archives/archiving.ts', ARCHIVING, [
    [
      'archive: a list shows what is archived',
      "`(${sql.ref(column)} is not null) = ${archived === '1'}`",
      "`(${sql.ref(column)} is not null) = ${archived === '1'} or true`",
    ],
    [
      'archive: whoever comes second archives once more',
      "    if (row.archived_at !== null)\n      conflict(ARCHIVED, (await whoDid(tx, noun, save.id, 'archive')) ?? since(row));\n",
      '',
    ],
    ['archive: a rule is started by being restored', 'if (isActive && staysInactive)', 'if (false)'],
  ]),
  ...faultsIn('server/nouns/changing.ts', ARCHIVING, [
    ['archive: an archived record is activated', '    refuseArchived(row, columns);\n', ''],
  ]),
  ...faultsIn('server/nouns/archives/duplicating.ts', ARCHIVING, [
    ['archive: a copy is live', 'program_id, active: 0 };', 'program_id, active: 1 };'],
    [
      'archive: a copy is shown by programs that its maker may not assign',
      "  if (tx.actor.role !== 'superadmin') return;\n",
      '',
    ],
    [
      'archive: the translations of a copy are outdated',
      'then made_from || jsonb_build_object(${named}::text, ${englishHash(copyName(english))}::text)',
      'then made_from',
    ],
  ]),
  ...faultsIn('server/nouns/switches/switching-many.ts', SWITCHING, [
    [
      'switches: what one refuses is done with the others',
      'within = transact }',
      'within = (all, work) => work(all as never) }',
    ],
  ]),
  ...faultsIn('features/users/server/site-user-switches.ts', SWITCHING, [
    ['switches: what was saved since is overwritten', '[field]: to, updated_at }', '[field]: to }'],
  ]),
  ...faultsIn('features/events/server/event-archives.ts', ARCHIVING, [
    ['archive: a giveaway leaves before its draw', 'if (tickets === 0 || processed) return;', 'return;'],
    ['archive: two events share a secret', '      await keepSecret(db, platform.drawKey, id, secret);\n', ''],
  ]),
  ...faultsIn('features/landing-pages/server/landing-page-archives.ts', ARCHIVING, [
    ['archive: two pages share a path', 'while (taken.has(copyPath(path, attempt)))', 'while (false)'],
  ]),
  ...faultsIn('server/nouns/program-assignments.ts', SWITCHED_BACK, [
    [
      'archive: the undo of a star turns what another admin has turned',
      'if (featured !== undefined && featured !== after)',
      'if (false)',
    ],
  ]),
  ...faultsIn('features/classes/server/class-users.ts', SWITCHED_BACK, [
    [
      'archive: the undo of an enrolment turns what another admin has turned',
      'if (wanted !== undefined && wanted !== enrol_status)',
      'if (false)',
    ],
  ]),
];
