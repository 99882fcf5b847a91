/** The run of a recalculation. Specification: Recalculation. */
import { sql } from 'kysely';
import { asSystem, SYSTEM, type TransactionContext, transact } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import type { Platform } from '../../../../server/platform.ts';
import { levelName } from '../../rules.ts';
import { splitCharges } from '../split.ts';

/** Seconds after which a pass starts no other run and leaves the rest to the next one. */
const PASS_SECONDS = 30;

const BATCH = 100;

/** Seconds until a run that failed is tried again: doubled each time, up to an hour. */
const RETRY = { first: 5, most: 3600 };

/**
 * The oldest first, each in a transaction of its own. What another process holds is left to it; one that
 * fails is logged and put off for longer each time, and holds up no other.
 */
export async function runDueRecalculations(platform: Platform, seconds = PASS_SECONDS): Promise<void> {
  const end = performance.now() + seconds * 1000;
  let after = { run_at: '-infinity', id: 0 };
  for (;;) {
    const due = await dueAfter(platform, after);
    if (due.length === 0) return;
    for (const next of due) {
      if (performance.now() > end) return;
      after = next;
      try {
        await runRecalculation(platform, next.id, { held: 'leave' });
      } catch (error) {
        platform.log.error({ err: error, recalculation: next.id }, 'a recalculation failed');
        await putOff(platform, next.id);
      }
    }
  }
}

/**
 * One transaction with the mark that it ran: a second start finds it done, a kill leaves it waiting. One put
 * off or cancelled is left alone; one that somebody else holds is waited for, or left to them.
 */
export async function runRecalculation(
  platform: Platform,
  id: number,
  { held = 'wait' }: { held?: 'wait' | 'leave' } = {},
): Promise<void> {
  const asked = await platform.database.everything
    .selectFrom('recalculations')
    .select(['scope_program_id', 'requested_by'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!asked) return;
  // In the name of who asked: a program's session writes in no other. Where somebody else has asked since, the next pass runs it.
  const actor = { ...SYSTEM, program_id: asked.scope_program_id, admin_id: asked.requested_by ?? 0 };
  await transact(asSystem(platform, 'recalculate-lines', actor), async (tx) => {
    const due = await lockDue(tx, id, held);
    if (!due) return;
    const { level, owner_id, program_id, requested_by } = due;
    const group = { level: levelName(level), owner_id };
    const charges = await splitCharges(tx.db, group);
    await tx.db
      .updateTable('recalculations')
      .set({ status: 'done', finished_at: sql`provost_now()`, charges })
      .where('id', '=', id)
      .execute();
    const entry = { entity: 'recalculation' as const, entity_id: id, action: 'run', program_id };
    await audit(tx, { ...entry, admin_id: requested_by, after: { ...group, charges } });
  });
}

function lockDue({ db }: TransactionContext, id: number, held: 'wait' | 'leave') {
  return db
    .selectFrom('recalculations')
    .select(['level', 'owner_id', 'program_id', 'requested_by'])
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('run_at', '<=', sql<string>`clock_timestamp()`)
    .forUpdate()
    .$if(held === 'leave', (query) => query.skipLocked())
    .executeTakeFirst();
}

/** Returns the next due one after the last of this pass, so that none is tried twice. */
function dueAfter({ database }: Pick<Platform, 'database'>, last: { run_at: string; id: number }) {
  return database.everything
    .selectFrom('recalculations')
    .select(['id', 'run_at'])
    .where('status', '=', 'waiting')
    .where('run_at', '<=', sql<string>`clock_timestamp()`)
    .where(sql<boolean>`(run_at, id) > (${last.run_at}::timestamptz, ${last.id}::integer)`)
    .orderBy('run_at')
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

async function putOff({ database }: Pick<Platform, 'database'>, id: number): Promise<void> {
  await database.everything
    .updateTable('recalculations')
    .set({
      failures: sql`failures + 1`,
      run_at: sql`provost_now() + make_interval(secs => least(${RETRY.most}, ${RETRY.first} * 2 ^ least(failures, 20)))`,
    })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('run_at', '<=', sql<string>`clock_timestamp()`)
    .execute();
}
