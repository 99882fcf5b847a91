/** Recalculations: asked for by a save, waiting where they can be seen and cancelled, run once. */
import { sql } from 'kysely';
import { isGlobal } from '../../../../core/access.ts';
import { notFound, refuse } from '../../../../core/errors.ts';
import { type Context, transactWithoutTenantScope } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { type LevelName, levelName, levelNumber } from '../../rules.ts';
import type { Owner } from '../owners.ts';

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

export type WaitingRun = Awaited<ReturnType<typeof waitingRuns>>[number];

/** The runs that wait and divide sales that the caller may see, the next to start first. */
export function waitingRuns(context: Context) {
  return recalculations(context)
    .select(['r.scope_program_id'])
    .where('r.status', '=', 'waiting')
    .orderBy('r.run_at')
    .orderBy('r.id')
    .execute();
}

/**
 * One recalculation as the calls answer it; 404 where it divides no sale that the caller may see. How many charges it
 * changed is told to those who see them all.
 */
export async function readRecalculation(context: Context, id: number) {
  const found = await recalculations(context)
    .select(['r.requested_at', 'r.status', 'r.finished_at'])
    .select(
      sql<
        number | null
      >`case when ${isGlobal(context.actor)} or r.scope_program_id <> 0 then r.charges end`.as('charges'),
    )
    .where('r.id', '=', id)
    .$narrowType<{ status: 'waiting' | 'done' | 'cancelled' }>()
    .executeTakeFirst();
  return found ?? notFound();
}

/**
 * Cancels a waiting recalculation: 403 unless the caller has started it, is a superadmin, or a programadmin of the one
 * program whose sales it can divide; 400 where it is no longer waiting.
 */
export async function cancelRecalculation(context: Context, id: number): Promise<void> {
  const { may_cancel, status, requested_by_id } = await readRecalculation(context, id);
  if (status !== 'waiting') refuse(400, NOT_WAITING);
  if (!may_cancel)
    refuse(
      403,
      "Only the admin who started this recalculation, a superadmin or the program's programadmin can cancel it",
    );
  // A program's own role changes its own runs alone; who may cancel this one has just been decided.
  await transactWithoutTenantScope(context, async (tx) => {
    const cancelled = await tx.db
      .updateTable('recalculations')
      .set({ status: 'cancelled', finished_at: sql`provost_now()`, finished_by: context.actor.admin_id })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .where(sql<boolean>`requested_by is not distinct from ${requested_by_id}`)
      .returning(['level', 'owner_id', 'program_id'])
      .executeTakeFirst();
    if (!cancelled) refuse(400, NOT_WAITING);
    await audit(tx, {
      entity: 'recalculation',
      entity_id: id,
      action: 'cancel',
      program_id: cancelled.program_id,
      after: { level: levelName(cancelled.level), owner_id: cancelled.owner_id },
    });
  });
}

const NOT_WAITING = 'This recalculation already ran, was cancelled or was requested again';

function recalculations({ db, actor }: Context) {
  const isOwn = sql`r.requested_by = ${actor.admin_id}`;
  const may_cancel = sql<boolean>`coalesce(r.status = 'waiting' and ${
    actor.role === 'superadmin'
      ? sql`true`
      : actor.role !== 'programadmin'
        ? isOwn
        : isGlobal(actor)
          ? sql`(r.level > 0 or ${isOwn})`
          : sql`(${isOwn} or r.id in (select recalculations_of_own_program()))`
  }, false)`;
  return db
    .selectFrom('recalculations as r')
    .select(['r.id', 'r.level', 'r.owner_id', 'r.run_at', 'r.requested_by as requested_by_id'])
    .select([sql<string | null>`admin_email(r.requested_by)`.as('requested_by'), may_cancel.as('may_cancel')])
    .$if(!isGlobal(actor), (query) => query.where(divides(actor.program_id)));
}

/** True of a run `r` that can divide sales of the program; the guard of the table says the same. */
function divides(program: number) {
  return sql<boolean>`r.scope_program_id in (0, ${program}) and (r.program_id = ${program} or r.level = 0
    or exists (select from charges c where c.program_id = ${program}
      and (r.level = 2 and c.instructor_id = r.owner_id or r.level = 3 and c.class_id = r.owner_id)))`;
}

export function isOfGroup(run: WaitingRun, level: LevelName, ownerId: number): boolean {
  return run.level === levelNumber(level) && run.owner_id === ownerId;
}
