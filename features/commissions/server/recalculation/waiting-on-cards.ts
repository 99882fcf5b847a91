/** Pending recalculations by the cards they will move. Specification: Recalculation. */
import { type Expression, type RawBuilder, sql } from 'kysely';
import { type Context, visibleTo, withoutTenantScope } from '../../../../server/context.ts';
import type { Db } from '../../../../server/db/client.ts';
import type { LevelName } from '../../rules.ts';
import { plan } from '../split.ts';
import { isOfGroup, type WaitingRun, waitingRuns } from './recalculations.ts';

/** The runs that will move charges of these cards, as far as the caller sees them, the next first; a group's own even where it moves none. */
export async function waitingOnCards(context: Context, level: LevelName, ownerIds: readonly number[]) {
  const runs = await waitingRuns(context);
  const counts = runs.length === 0 ? [] : await countsOnCards(context, runs, level, ownerIds);
  const byCard = new Map(counts.map(({ run, card, charges }) => [`${run} ${card}`, charges]));
  return (ownerId: number) =>
    runs.flatMap((run) => {
      const charges = byCard.get(`${run.id} ${ownerId}`) ?? 0;
      if (charges === 0 && !isOfGroup(run, level, ownerId)) return [];
      const { id, status, progress, run_at, requested_by, may_cancel } = run;
      const own = isOfGroup(run, level, ownerId);
      return [{ id, status, progress, run_at, requested_by, charges, may_cancel, own }];
    });
}

/** True of an owner in `column` whose card a waiting recalculation will move; `asked` is the filter. */
export async function hasWaiting(context: Context, level: LevelName, column: string, asked: '' | '1') {
  if (asked === '') return sql<boolean>`true`;
  const runs = await waitingRuns(context);
  if (runs.length === 0) return sql<boolean>`false`;
  const own = runs.filter((run) => isOfGroup(run, level, run.owner_id)).map(({ owner_id }) => owner_id);
  return sql<boolean>`(${sql.ref(column)} = any (${own}::integer[]) or ${sql.ref(column)} in (${moved(
    runs,
    level,
    visibleTo(context.actor, 'c.program_id'),
    sql`select m.card from moved_by_run m`,
  )}))`;
}

async function countsOnCards(
  context: Context,
  runs: readonly WaitingRun[],
  level: LevelName,
  ownerIds: readonly number[],
) {
  const { actor } = context;
  const onCards = sql`${level === 'site' ? sql`true` : sql`${CARD[level]} = any (${ownerIds}::integer[])`}
    and ${visibleTo(actor, 'c.program_id')}`;
  const { rows } = await sql<{ run: number; card: number; charges: number }>`${moved(
    runs,
    level,
    onCards,
    sql`select m.run, m.card, count(*) as charges from moved_by_run m group by m.run, m.card`,
  )}`.execute(overRows(context));
  return rows;
}

/** Rows of any program: those of an instructor who has moved on divide earlier sales. A save asks within its own transaction, of its program alone. */
function overRows(context: Context): Db {
  return context.db.isTransaction ? context.db : withoutTenantScope(context).db;
}

/** The card of a charge `c` at each level. */
const CARD = {
  site: sql`0`,
  program: sql`c.program_id`,
  instructor: sql`c.instructor_id`,
  class: sql`c.class_id`,
} as const satisfies Record<LevelName, RawBuilder<unknown>>;

/** SQL of `answer` over the CTE `moved_by_run (run, card)`: a row for each charge that a run would change. */
function moved(
  runs: readonly WaitingRun[],
  level: LevelName,
  onCards: Expression<unknown>,
  answer: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const of = (number: number) => runs.filter((run) => run.level === number).map(({ owner_id }) => owner_id);
  const covered = runs.some((run) => run.level === 0)
    ? sql`true`
    : sql`(c.program_id = any (${of(1)}::integer[]) or c.instructor_id = any (${of(2)}::integer[])
        or c.class_id = any (${of(3)}::integer[]))`;
  const column = (name: 'id' | 'level' | 'owner_id' | 'scope_program_id') =>
    sql`${runs.map((run) => run[name])}::integer[]`;
  return sql`
    with ${plan({ charges: sql`${covered} and ${onCards}` })},
    moved_by_run as (
      select r.id as run, ${CARD[level]} as card
      from plan p join charges c on c.id = p.charge_id
      join unnest(${column('id')}, ${column('level')}, ${column('owner_id')}, ${column('scope_program_id')})
        as r (id, level, owner_id, scope_program_id)
        on (r.scope_program_id = 0 or c.program_id = r.scope_program_id)
          and case r.level when 0 then true when 1 then c.program_id = r.owner_id
            when 2 then c.instructor_id = r.owner_id else c.class_id = r.owner_id end
    )
    ${answer}`;
}
