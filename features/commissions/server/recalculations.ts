/** Recalculations: asked for by a save, waiting where they can be seen and cancelled, run once. */
import { sql } from 'kysely';
import { notFound, refuse } from '../../../core/errors.ts';
import { audit } from '../../../server/audit.ts';
import { type Context, transact, visibleTo } from '../../../server/context.ts';
import { type LevelName, levelName, levelNumber } from '../rules.ts';
import type { Owner } from './owners.ts';

/**
 * Asks for the re-split of the group's earlier sales after the delay. One that waits already is put off and takes
 * over the new author: saves within the delay run once. It will touch what the author may see.
 */
export async function requestRecalculation(context: Context, owner: Owner): Promise<void> {
  const { platform, actor } = context;
  const run_at = sql<string>`provost_now() + make_interval(secs => ${platform.config.recalculationDelay})`;
  await context.db
    .insertInto('recalculations')
    .values({
      level: levelNumber(owner.level),
      owner_id: owner.owner_id,
      program_id: owner.program_id,
      scope_program_id: actor.program_id,
      requested_by: actor.admin_id,
      run_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['level', 'owner_id', 'scope_program_id'])
        .where('status', '=', 'waiting')
        .doUpdateSet({
          run_at,
          requested_at: sql`provost_now()`,
          requested_by: actor.admin_id,
          failures: 0,
        }),
    )
    .execute();
}

/** The recalculations that wait for these groups, by owner; where two wait, the next to run. */
export async function waitingRecalculations({ db }: Context, level: LevelName, ownerIds: readonly number[]) {
  const { rows } = await sql<{ owner_id: number; id: number; run_at: string; requested_by: string | null }>`
    select r.owner_id, r.id, r.run_at, admin_email(r.requested_by) as requested_by from recalculations r
    where r.level = ${levelNumber(level)} and r.owner_id = any (${ownerIds}::integer[]) and r.status = 'waiting'
    order by r.run_at desc`.execute(db);
  return new Map(rows.map(({ owner_id, ...waiting }) => [owner_id, waiting]));
}

/** One recalculation as the calls answer it; 404 where the caller may not see it. */
export async function readRecalculation({ db, actor }: Context, id: number) {
  const found = await db
    .selectFrom('recalculations as r')
    .select([
      'r.id',
      'r.level',
      'r.owner_id',
      'r.status',
      sql<string | null>`admin_email(r.requested_by)`.as('requested_by'),
      'r.requested_at',
      'r.run_at',
      'r.finished_at',
      'r.charges',
    ])
    .where('r.id', '=', id)
    .where(visibleTo(actor, 'r.program_id'))
    .where(visibleTo(actor, 'r.scope_program_id'))
    .$narrowType<{ status: 'waiting' | 'done' | 'cancelled' }>()
    .executeTakeFirst();
  return found ?? notFound();
}

/** Takes a waiting recalculation back; 400 where it is no longer waiting. */
export async function cancelRecalculation(context: Context, id: number): Promise<void> {
  await readRecalculation(context, id);
  await transact(context, async (within) => {
    const cancelled = await within.db
      .updateTable('recalculations')
      .set({ status: 'cancelled', finished_at: sql`provost_now()`, finished_by: context.actor.admin_id })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .returning(['level', 'owner_id', 'program_id'])
      .executeTakeFirst();
    if (!cancelled) refuse(400, 'This recalculation has already run or been cancelled');
    await audit(within, {
      entity: 'recalculation',
      entity_id: id,
      action: 'cancel',
      program_id: cancelled.program_id,
      after: { level: levelName(cancelled.level), owner_id: cancelled.owner_id },
    });
  });
}
