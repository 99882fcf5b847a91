import { sql } from 'kysely';
import { asSystem, type Context, SYSTEM, type TransactionContext } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import type { Platform } from '../../../../server/platform.ts';
import { type LevelName, levelName } from '../../rules.ts';

/** The lock that a run holds alone while it begins, and each slice shares: nothing begins beside a slice. */
export const RUNS = 'recalculations';

/** Says whether a run that somebody else holds is waited for. */
export type Waiting = 'wait' | 'leave';

export type Group = { level: LevelName; owner_id: number };

export function groupOf({ level, owner_id }: { level: number; owner_id: number }): Group {
  return { level: levelName(level), owner_id };
}

/** The context of a run: of who asked, as a program's session writes in no other name. */
export function inNameOf(
  platform: Platform,
  { scope_program_id, requested_by }: { scope_program_id: number; requested_by: number | null },
): Context {
  const actor = { ...SYSTEM, program_id: scope_program_id, admin_id: requested_by ?? 0 };
  return asSystem(platform, 'recalculate-lines', actor);
}

type DueRun = NonNullable<Awaited<ReturnType<typeof lockDue>>>;
export type BegunRun = Awaited<ReturnType<typeof begunBefore>>[number];

/** Locks a run that is due in this state; undefined where it is not, or another holds one that is to be left. */
export function lockDue(
  { db }: TransactionContext,
  id: number,
  status: 'waiting' | 'running',
  held: Waiting,
) {
  return db
    .selectFrom('recalculations')
    .select(['id', 'level', 'owner_id', 'program_id', 'requested_by'])
    .select(['number', 'reached', 'last_charge', sql<number>`coalesce(charges, 0)`.as('charges')])
    .where('id', '=', id)
    .where('status', '=', status)
    .where('run_at', '<=', sql<string>`clock_timestamp()`)
    .forUpdate()
    .$if(held === 'leave', (query) => query.skipLocked())
    .executeTakeFirst();
}

/** Locks a run that has begun and is not done. */
export function lockBegun({ db }: TransactionContext, id: number) {
  return db
    .selectFrom('recalculations')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['running', 'stopped'])
    .forUpdate()
    .executeTakeFirst();
}

/** Runs that have begun and are not done, before the number of a later one where it has one; the earliest first. */
export function begunBefore({ db }: Pick<Context, 'db'>, number: number | null = null) {
  return db
    .selectFrom('recalculations')
    .select(['id', 'level', 'owner_id', 'number', 'scope_program_id', 'requested_by'])
    .where('status', 'in', ['running', 'stopped'])
    .where('number', '<', number ?? Number.MAX_SAFE_INTEGER)
    .orderBy('number')
    .execute();
}

/** Marks it as done, with the number of charges that it changed. */
export async function finish(tx: TransactionContext, run: DueRun, charges: number): Promise<void> {
  const { id, program_id, requested_by } = run;
  await tx.db
    .updateTable('recalculations')
    .set({ status: 'done', finished_at: sql`provost_now()`, charges })
    .where('id', '=', id)
    .execute();
  const entry = { entity: 'recalculation' as const, entity_id: id, action: 'run', program_id };
  await audit(tx, { ...entry, admin_id: requested_by, after: { ...groupOf(run), charges } });
}
