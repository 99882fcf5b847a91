import { sql } from 'kysely';
import {
  type Context,
  type TransactionContext,
  transactWithoutTenantScope,
} from '../../../server/context.ts';
import { auditPart } from '../../../server/nouns/audit.ts';
import { takeBackEnrolments } from '../../classes/server/enrolments.ts';
import type { ImportRow } from '../../imports/server/import-row.ts';
import { Superseded } from '../../imports/server/refused-parts.ts';
import { type BatchUser, putBackUsers } from '../../users/server/user-batches.ts';

const BATCH = 500;

type Done = {
  line: number;
  outcome: 'created' | 'updated' | 'unchanged';
  user_id: number;
  before: BatchUser | null;
  marked_at: string | null;
  enrolments: number[];
  program_id: number | null;
};

/** False where nothing is left. Above the program's rows, as its staff takes nobody's enrolment away: one program's import reaches its people alone. */
export function undoBatch(context: Context, row: ImportRow, audit_id: number): Promise<boolean> {
  return transactWithoutTenantScope(context, async (tx) => {
    const done = await nextOf(tx, row);
    const marks = done.flatMap(({ user_id, marked_at, before }) =>
      marked_at === null ? [] : [{ user_id, marked_at, before }],
    );
    const reached = await putBackUsers(tx, row.program_id, marks);
    await passMarksOn(tx, row, reached);
    const isLeft = ({ marked_at, user_id }: Done) => marked_at !== null && !reached.has(user_id);
    const put = done.filter((entry) => !isLeft(entry));
    const made = put.flatMap(({ enrolments }) => enrolments);
    const takenBack = await takeBackEnrolments(tx, row.program_id, made);
    await mark(tx, row, done, new Set(done.filter(isLeft).map(({ line }) => line)));
    await record(tx, row, audit_id, { put, takenBack });
    const counts = {
      restored: put.filter(({ outcome }) => outcome === 'updated').length,
      deleted: put.filter(({ outcome }) => outcome === 'created').length,
      kept: done.length - put.length,
    };
    await count(tx, row, counts);
    return done.length === BATCH;
  });
}

/** Restores the previous import's mark on users whose state is that import's again, so that it can be undone in turn. */
async function passMarksOn(
  { db }: TransactionContext,
  { id }: ImportRow,
  reached: ReadonlyMap<number, string>,
): Promise<void> {
  await sql`
    update user_import_rows earlier set marked_at = put.at
    from unnest(${[...reached.keys()]}::integer[], ${[...reached.values()]}::timestamptz[]) put (user_id, at)
    join user_import_rows r on r.import_id = ${id} and r.user_id = put.user_id
    where earlier.user_id = put.user_id and earlier.import_id <> ${id} and not earlier.undone
      and earlier.marked_at = r.before_at`.execute(db);
}

async function nextOf({ db }: TransactionContext, { id }: ImportRow): Promise<Done[]> {
  const { rows } = await sql<Done>`
    select r.line, r.outcome, r.user_id, r.before, r.marked_at, r.enrolments, u.program_id
    from user_import_rows r join site_users u on u.id = r.user_id
    where r.import_id = ${id} and not r.undone and (r.outcome in ('created', 'updated') or r.enrolments <> '{}')
    order by r.line limit ${BATCH}`.execute(db);
  return rows;
}

async function mark(
  { db }: TransactionContext,
  { id }: ImportRow,
  done: readonly Done[],
  left: ReadonlySet<number>,
): Promise<void> {
  await sql`update user_import_rows set undone = true,
      kept = case when line = any (${[...left]}::integer[]) then 'saved since the import' end
    where import_id = ${id} and line = any (${done.map(({ line }) => line)}::integer[])`.execute(db);
}

type Undone = { put: readonly Done[]; takenBack: Awaited<ReturnType<typeof takeBackEnrolments>> };

async function record(
  tx: TransactionContext,
  row: ImportRow,
  audit_id: number,
  { put, takenBack }: Undone,
): Promise<void> {
  const whole = {
    entity: 'users_import' as const,
    entity_id: row.id,
    action: 'undo',
    program_id: row.program_id,
    audit_id,
  };
  const children = put.flatMap(({ outcome, user_id, before, program_id }) => {
    if (outcome === 'unchanged') return [];
    const { password_hash: _, ...after } = before ?? { del_status: 1, password_hash: null };
    const home = (before?.program_id as number | null | undefined) ?? program_id ?? 0;
    return [{ entity: 'site_user' as const, entity_id: user_id, action: 'update', program_id: home, after }];
  });
  const enrolments = takenBack.map(({ id, program_id, ...before }) => ({
    entity: 'enrolment' as const,
    entity_id: id,
    action: 'delete',
    program_id: program_id ?? 0,
    before,
  }));
  await auditPart(tx, whole, [...children, ...enrolments]);
}

async function count(
  { db }: TransactionContext,
  row: ImportRow,
  { restored, deleted, kept }: { restored: number; deleted: number; kept: number },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update imports set restored = restored + ${restored}, deleted = deleted + ${deleted}, kept = kept + ${kept},
      attempts = 1
    where id = ${row.id} and runner = ${row.runner}`.execute(db);
  if (numAffectedRows === 0n) throw new Superseded();
}
