import type { Assignments } from '../../../server/nouns/assignments.ts';
import { tableNoun } from '../../../server/nouns/changing.ts';
import { textsOf } from '../../../server/nouns/translations.ts';
import { PROGRAMS_NOUNS } from '../noun.ts';

export const PROGRAM = tableNoun({ entity: 'program', table: 'programs' });

export const PROGRAM_TRANSLATIONS = textsOf(PROGRAM, PROGRAMS_NOUNS.program.languages);

export const PROGRAM_DEFAULTS: Assignments<'programs'> = {
  noun: PROGRAM,
  owner: 'program_id',
  table: 'program_defaults',
  target: 'default_program_id',
  targets: 'programs',
  called: 'program',
  key: 'programs',
};
