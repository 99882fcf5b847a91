/** Refunds that somebody has to look at. Specification: Refunds; Home. */
import { sql } from 'kysely';
import { type Context, visibleTo } from '../../../../server/context.ts';

/** A failed one is not looked for longer than this: nobody is going to. */
const LOOKED_AT_DAYS = 30;

/** What is asked for has come out by then, even of a provider that had to be asked again. */
const OUTCOME_WITHIN = sql`interval '1 hour'`;

/**
 * Of `charges c`, those with a refund of which nobody knows what came within an hour, or that failed and has not been
 * tried again since. One that the provider has and says is pending is neither.
 */
export const IN_TROUBLE = sql<boolean>`c.id in (
  select r.charge_id from refunds r
  where r.due_at is not null and r.state <> 'pending' and r.created_at < provost_now() - ${OUTCOME_WITHIN}
  union all
  select r.charge_id from refunds r
  where r.state = 'failed' and r.failed_at > provost_now() - make_interval(days => ${sql.lit(LOOKED_AT_DAYS)})
    and not exists (select from refunds later
      where later.charge_id = r.charge_id and later.id > r.id and later.state <> 'failed'))`;

/** As many as the list of transactions shows with `in_trouble`. */
export async function countRefundsInTrouble({ db, actor }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from charges c
    where ${IN_TROUBLE} and ${visibleTo(actor, 'c.program_id')}`.execute(db);
  return rows[0]?.count ?? 0;
}
