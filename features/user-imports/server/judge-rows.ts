import { setImmediate as letOthersIn } from 'node:timers/promises';
import { DEFAULT_PROGRAM } from '../../../core/programs.ts';
import type { Context } from '../../../server/context.ts';
import type { CsvRow } from '../../../server/files/csv-rows.ts';
import { inactiveProgram } from '../../../server/nouns/active-programs.ts';
import { offeredClasses } from '../../classes/server/enrolments.ts';
import { EMAIL_TAKEN } from '../../users/server/constraints.ts';
import { type BatchUser, type KnownAddress, knownAddresses } from '../../users/server/user-batches.ts';
import type { Field } from '../rules.ts';
import { type Person, type Reader, type Refused, readPerson } from './read-person.ts';

export type Rules = {
  create: boolean;
  update: boolean;
  enrol: boolean;
  /** Returns the name of an inactive program, which accepts no new users; null for an active one. */
  inactive: (program_id: number) => string | null;
  columnOf: (field: Field) => string;
};

type Read = Pick<Person, 'line' | 'email' | 'class_ids' | 'cells' | 'password'> & { key: string };
export type Judged =
  | (Refused & { outcome: 'rejected'; key: string | null })
  | (Read & { outcome: 'created'; user: Partial<BatchUser> & { program_id: number } })
  | (Read & { outcome: 'updated'; id: number; before: BatchUser; before_at: string; after: BatchUser })
  | (Read & { outcome: 'unchanged'; id: number; before: BatchUser });

/** The rows as people; those that are none say so. A row may have a megabyte: others get their turn between two. */
export async function readPeople(rows: readonly CsvRow[], reader: Reader): Promise<(Person | Refused)[]> {
  const people: (Person | Refused)[] = [];
  let since = performance.now();
  for (const row of rows) {
    people.push(readPerson(row, reader));
    if (performance.now() - since < TURN_MS) continue;
    await letOthersIn();
    since = performance.now();
  }
  return people;
}

/** Milliseconds for which nobody else is served. */
const TURN_MS = 20;

/** Judges rows in order. `seen` has the addresses of earlier rows, and gets these. With `hold`, locks existing users until the transaction ends. */
export async function judgeRows(
  context: Context,
  people: readonly (Person | Refused)[],
  { seen, rules, hold }: { seen: ReadonlySet<string>; rules: Rules; hold: boolean },
): Promise<{ judged: Judged[]; keys: string[] }> {
  const emails = people.flatMap(({ email }) => email ?? []);
  const known = await knownAddresses(context, emails, hold);
  const keys = new Set<string>();
  let place = 0;
  const judged = people.map((person): Judged => {
    const address = person.email === null ? undefined : known[place++];
    const again = address !== undefined && (seen.has(address.key) || keys.has(address.key));
    if (address) keys.add(address.key);
    if ('reason' in person) return { ...person, outcome: 'rejected', key: address?.key ?? null };
    if (!address) throw new Error('an address was not looked at');
    const email = rules.columnOf('email');
    if (again) return rejected(person, email, 'is already in this file', null);
    return judge(context, person, address, rules);
  });
  const allowed = rules.enrol ? await withClasses(context, judged, rules) : judged;
  return { judged: allowed, keys: [...keys] };
}

function rejected(person: Person | Read, column: string, reason: string, key: string | null): Judged {
  const { line, email, cells } = person;
  return { outcome: 'rejected', line, email, cells, column, reason, key };
}

function judge({ actor }: Context, person: Person, address: KnownAddress, rules: Rules): Judged {
  const { line, email, data, class_ids, cells, password } = person;
  const read = { line, email, class_ids, cells, password, key: address.key };
  const refuse = (field: Field, reason: string) =>
    rejected(person, rules.columnOf(field), reason, address.key);
  if (address.taken) return refuse('email', EMAIL_TAKEN);
  if (address.user === null) {
    if (!rules.create) return refuse('email', 'unknown user');
    const program_id = data.program_id ?? (actor.program_id || DEFAULT_PROGRAM);
    const off = rules.inactive(program_id);
    if (off !== null) return refuse('site_program', inactiveProgram(off));
    return { ...read, outcome: 'created', user: { ...data, program_id } };
  }
  const { id, email_key: _, updated_at: before_at, ...before } = address.user;
  const after = { ...before, ...data };
  // Whoever is a member stays one since the same moment.
  if (data.membership === 0) after.membership_at = null;
  const isChanged =
    password !== null || Object.entries(data).some(([name, value]) => before[name as 'locale'] !== value);
  if (!rules.update || !isChanged) return { ...read, outcome: 'unchanged', id, before };
  if (after.program_id === null) return refuse('site_program', 'This user has no program. Enter a program');
  const off = after.program_id === before.program_id ? null : rules.inactive(after.program_id as number);
  if (off !== null) return refuse('site_program', inactiveProgram(off));
  return { ...read, outcome: 'updated', id, before, before_at, after };
}

async function withClasses(context: Context, judged: readonly Judged[], rules: Rules): Promise<Judged[]> {
  const asked = judged.flatMap((row) => (row.outcome === 'rejected' ? [] : row.class_ids));
  if (asked.length === 0) return [...judged];
  const program_ids = [...new Set(judged.map(programOf))].filter((id) => id !== null);
  const offered = await offeredClasses(context, { class_ids: [...new Set(asked)], program_ids });
  const known = new Set(offered.map(({ class_id, program_id }) => `${class_id} ${program_id}`));
  return judged.map((row) => {
    if (row.outcome === 'rejected') return row;
    const missing = row.class_ids.find((id) => !known.has(`${id} ${programOf(row)}`));
    if (missing === undefined) return row;
    const reason = `There is no class ${missing} in the program of this user`;
    return rejected(row, rules.columnOf('class_ids'), reason, row.key);
  });
}

export function programOf(row: Judged): number | null {
  if (row.outcome === 'rejected') return null;
  const { program_id } =
    row.outcome === 'created' ? row.user : row.outcome === 'updated' ? row.after : row.before;
  return program_id as number | null;
}
