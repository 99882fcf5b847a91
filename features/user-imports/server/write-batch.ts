import { sql } from 'kysely';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { auditPart, type Change } from '../../../server/nouns/audit.ts';
import { hashPasswords } from '../../../server/passwords/password-hashes.ts';
import { enrolPeople } from '../../classes/server/enrolments.ts';
import type { ImportRow } from '../../imports/server/import-row.ts';
import { DOES_NOT_FIT, inHalves, Raced, Superseded } from '../../imports/server/refused-parts.ts';
import { type BatchUser, createUsers, type Saved, updateUsers } from '../../users/server/user-batches.ts';
import { welcomeMail } from '../../users/server/welcome-mail.ts';
import { type Judged, judgeRows, programOf, type Rules } from './judge-rows.ts';
import type { Person, Refused } from './read-person.ts';

type Run = { row: ImportRow; rules: Rules; seen: Set<string>; audit_id: number };

/** Writes each row once, with the mark that it is done; one that the database refuses is rejected alone. Throws {@link Superseded} once another run's. */
export async function writeBatch(
  context: Context,
  run: Run,
  people: readonly (Person | Refused)[],
): Promise<void> {
  const hashes = await hashesOf(people, run.rules);
  const write = async (part: readonly (Person | Refused)[]) => {
    for (const key of await transact(context, (tx) => writeAll(tx, run, part, hashes))) run.seen.add(key);
  };
  await inHalves(
    people,
    write,
    (only) => write([withReason(only, DOES_NOT_FIT)]),
    (err) => context.platform.log.warn({ err, import: run.row.id }, 'rows of an import were refused'),
  );
}

async function writeAll(
  tx: TransactionContext,
  run: Run,
  people: readonly (Person | Refused)[],
  hashes: ReadonlyMap<number, string>,
): Promise<string[]> {
  const { seen, rules } = run;
  const { judged, keys } = await judgeRows(tx, people, { seen, rules, hold: true });
  const saved = await saveUsers(tx, judged, hashes);
  if (run.row.import_send_email)
    for (const row of judged)
      if (row.outcome === 'created') await welcomeMail(tx, idOf(row, saved), { imported: true });
  const made = rules.enrol ? await enrolPeople(tx, pairsOf(judged, saved)) : [];
  await recordRows(tx, run, judged, { saved, enrolments: Map.groupBy(made, ({ user_id }) => user_id) });
  const enrolled = made.map(({ id, program_id, ...after }) => ({
    entity: 'enrolment' as const,
    entity_id: id,
    action: 'create',
    program_id: program_id ?? 0,
    after,
  }));
  await auditPart(tx, wholeOf(run), [...changesOf(judged, saved), ...enrolled]);
  await count(tx, run, judged, made.length);
  return keys;
}

async function saveUsers(
  tx: TransactionContext,
  judged: readonly Judged[],
  hashes: ReadonlyMap<number, string>,
): Promise<Map<string, Saved>> {
  const hash = (line: number) => hashes.get(line);
  const news = judged.filter((row) => row.outcome === 'created');
  const made = await createUsers(
    tx,
    news.map(({ line, email, user }) => ({ ...user, email, password_hash: hash(line) ?? null })),
  );
  if (made.length < news.length) throw new Raced('an address was taken at the same moment');
  const changed = await updateUsers(
    tx,
    judged.flatMap((row) =>
      row.outcome === 'updated'
        ? { ...row.after, id: row.id, password_hash: hash(row.line) ?? row.after.password_hash }
        : [],
    ),
  );
  return new Map([...made, ...changed].map((saved) => [saved.email_key, saved]));
}

type Effects = {
  saved: ReadonlyMap<string, Saved>;
  enrolments: ReadonlyMap<number, readonly { id: number }[]>;
};

async function recordRows(
  { db }: TransactionContext,
  { row }: Run,
  judged: readonly Judged[],
  { saved, enrolments }: Effects,
): Promise<void> {
  if (judged.length === 0) return;
  await insertAll(
    db,
    'user_import_rows',
    judged.map((entry) => {
      const isRejected = entry.outcome === 'rejected';
      const user_id = isRejected ? null : idOf(entry, saved);
      return {
        import_id: row.id,
        line: entry.line,
        outcome: entry.outcome,
        email_key: entry.key,
        user_id,
        before: entry.outcome === 'updated' ? (entry.before as object) : null,
        before_at: entry.outcome === 'updated' ? entry.before_at : null,
        marked_at: (entry.key && saved.get(entry.key)?.updated_at) || null,
        enrolments: (enrolments.get(user_id ?? 0) ?? []).map(({ id }) => id),
        in_column: isRejected ? entry.column : null,
        reason: isRejected ? entry.reason : null,
        cells: isRejected ? entry.cells : null,
      } as never;
    }),
  );
}

function pairsOf(judged: readonly Judged[], saved: ReadonlyMap<string, Saved>) {
  return judged.flatMap((row) =>
    row.outcome === 'rejected'
      ? []
      : row.class_ids.map((class_id) => ({ class_id, user_id: idOf(row, saved) })),
  );
}

function idOf(row: Exclude<Judged, { outcome: 'rejected' }>, saved: ReadonlyMap<string, Saved>): number {
  const id = row.outcome === 'created' ? saved.get(row.key)?.id : row.id;
  if (id === undefined) throw new Error('a row was not written');
  return id;
}

/** Returns the audited changes of a user; of a password only that it was set. */
function changesOf(
  judged: readonly Judged[],
  saved: ReadonlyMap<string, Saved>,
): (Change & { program_id: number })[] {
  return judged.flatMap((row): (Change & { program_id: number })[] => {
    if (row.outcome !== 'created' && row.outcome !== 'updated') return [];
    const entry = {
      entity: 'site_user' as const,
      entity_id: idOf(row, saved),
      program_id: programOf(row) ?? 0,
    };
    const secret = row.password === null ? {} : { password: 'set' };
    if (row.outcome === 'created')
      return [{ ...entry, action: 'create', after: { email: row.email, ...row.user, ...secret } }];
    const { before, after } = differences(row.before, row.after);
    const change = { ...entry, action: 'update', before, after: { ...after, ...secret } };
    const left = row.before.program_id as number | null;
    return left === null || left === entry.program_id ? [change] : [change, { ...change, program_id: left }];
  });
}

export function differences(before: BatchUser, after: BatchUser) {
  const names = Object.keys(after).filter(
    (name) => name !== 'password_hash' && before[name as 'locale'] !== after[name as 'locale'],
  ) as (keyof BatchUser)[];
  const only = (user: BatchUser) => Object.fromEntries(names.map((name) => [name, user[name]]));
  return { before: only(before), after: only(after) };
}

function wholeOf({ row, audit_id }: Run) {
  return {
    entity: 'users_import' as const,
    entity_id: row.id,
    action: 'run',
    program_id: row.program_id,
    audit_id,
  };
}

async function count(
  { db }: TransactionContext,
  { row }: Run,
  judged: readonly Judged[],
  enrolled: number,
): Promise<void> {
  const of = (outcome: Judged['outcome']) => judged.filter((entry) => entry.outcome === outcome).length;
  const { numAffectedRows } = await sql`
    update imports set rows = rows + ${judged.length}, line = ${judged.at(-1)?.line ?? row.line},
      created = created + ${of('created')}, updated = updated + ${of('updated')},
      unchanged = unchanged + ${of('unchanged')}, rejected = rejected + ${of('rejected')},
      enrolled = enrolled + ${enrolled}, attempts = 1
    where id = ${row.id} and runner = ${row.runner}`.execute(db);
  if (numAffectedRows === 0n) throw new Superseded();
}

async function hashesOf(
  people: readonly (Person | Refused)[],
  { create, update }: Rules,
): Promise<Map<number, string>> {
  if (!create && !update) return new Map();
  const given = people.flatMap((person) =>
    'password' in person && person.password !== null ? { line: person.line, password: person.password } : [],
  );
  const hashes = await hashPasswords(given.map(({ password }) => password));
  return new Map(given.map(({ line }, index) => [line, hashes[index] ?? '']));
}

function withReason({ line, email, cells }: Person | Refused, reason: string): Refused {
  return { line, column: null, reason, email, cells };
}
