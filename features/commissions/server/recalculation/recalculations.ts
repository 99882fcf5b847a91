/** Recalculations: asked for by a save, waiting where they can be seen and cancelled, run once. */
import { sql, type UpdateObject } from 'kysely';
import { isGlobal } from '../../../../core/access.ts';
import { notFound, refuse } from '../../../../core/errors.ts';
import { type Context, transactWithoutTenantScope } from '../../../../server/context.ts';
import type { DB } from '../../../../server/db/types.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { type LevelName, levelName, levelNumber } from '../../rules.ts';
import type { Owner } from '../owners.ts';

/** Asks for the re-split of earlier sales after the delay; a waiting one is put off, under the new author: saves within the delay run once. */
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

/** The runs that wait, go on or were stopped and divide sales that the caller may see, the next to start first. */
export function waitingRuns(context: Context) {
  return recalculations(context)
    .select(['r.scope_program_id', 'r.status'])
    .where('r.status', 'in', ['waiting', 'running', 'stopped'])
    .orderBy('r.run_at')
    .orderBy('r.id')
    .$narrowType<{ status: 'waiting' | 'running' | 'stopped' }>()
    .execute();
}

/** One recalculation; 404 where it divides no sale that the caller may see. How many charges it changed is told to those who see them all. */
export async function readRecalculation(context: Context, id: number) {
  const found = await recalculations(context)
    .select(['r.requested_at', 'r.status', 'r.finished_at'])
    .select(
      sql<
        number | null
      >`case when ${isGlobal(context.actor)} or r.scope_program_id <> 0 then r.charges end`.as('charges'),
    )
    .where('r.id', '=', id)
    .$narrowType<{ status: 'waiting' | 'running' | 'stopped' | 'done' | 'cancelled' }>()
    .executeTakeFirst();
  return found ?? notFound();
}

/** Cancels a waiting one: 403 unless one's own, a superadmin's, or a programadmin's of the one program it divides; 400 where it waits no longer. */
export function cancelRecalculation(context: Context, id: number): Promise<void> {
  return switchRun(context, id, {
    action: 'cancel',
    from: 'waiting',
    to: { status: 'cancelled', finished_at: sql`provost_now()`, finished_by: context.actor.admin_id },
    otherwise: 'This recalculation already ran, was cancelled or was requested again',
  });
}

/** Stops one between two slices, by whoever may cancel it; 400 where it is not running. What is divided stays so. */
export function stopRecalculation(context: Context, id: number): Promise<void> {
  return switchRun(context, id, {
    action: 'stop',
    from: 'running',
    to: { status: 'stopped' },
    otherwise: 'This recalculation is not running',
  });
}

/** Lets a stopped one go on from where it was, by the rates of its beginning; by whoever may cancel it; 400 where it is not stopped. */
export function resumeRecalculation(context: Context, id: number): Promise<void> {
  return switchRun(context, id, {
    action: 'resume',
    from: 'stopped',
    to: { status: 'running', run_at: sql`provost_now()`, failures: 0 },
    otherwise: 'This recalculation is not stopped',
  });
}

type Switch = {
  action: 'cancel' | 'stop' | 'resume';
  from: 'waiting' | 'running' | 'stopped';
  to: UpdateObject<DB, 'recalculations'>;
  otherwise: string;
};

async function switchRun(
  context: Context,
  id: number,
  { action, from, to, otherwise }: Switch,
): Promise<void> {
  const { may_cancel, status, requested_by_id } = await readRecalculation(context, id);
  if (status !== from) refuse(400, otherwise);
  if (!may_cancel)
    refuse(
      403,
      `Only the admin who started this recalculation, a superadmin or the program's programadmin can ${action} it`,
    );
  // A program's own role changes its own runs alone; who may do so has just been decided.
  await transactWithoutTenantScope(context, async (tx) => {
    const switched = await tx.db
      .updateTable('recalculations')
      .set(to)
      .where('id', '=', id)
      .where('status', '=', from)
      .where(sql<boolean>`requested_by is not distinct from ${requested_by_id}`)
      .returning(['level', 'owner_id', 'program_id'])
      .executeTakeFirst();
    if (!switched) refuse(400, otherwise);
    await audit(tx, {
      entity: 'recalculation',
      entity_id: id,
      action,
      program_id: switched.program_id,
      after: { level: levelName(switched.level), owner_id: switched.owner_id },
    });
  });
}

function recalculations({ db, actor }: Context) {
  const isOwn = sql`r.requested_by = ${actor.admin_id}`;
  const may_cancel = sql<boolean>`coalesce(r.status in ('waiting', 'running', 'stopped') and ${
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
    .select(
      sql<number | null>`case when r.status in ('running', 'stopped')
        then (100 * least(r.reached, r.last_charge)::bigint / greatest(r.last_charge, 1))::integer end`.as(
        'progress',
      ),
    )
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
