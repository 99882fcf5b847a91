/** Refunds that need attention. Specification: Refunds; Home. */
import { sql } from 'kysely';
import { must } from '../../../../core/must.ts';
import { type Context, visibleTo } from '../../../../server/context.ts';

/** Days until a failed refund is no longer shown. */
const LOOKED_AT_DAYS = 30;

/** The longest a provider may take, repeated requests included. */
const OUTCOME_WITHIN = sql`interval '1 hour'`;

/**
 * Condition on `charges c`: a refund with an unknown outcome after an hour, or a failed one without a new
 * attempt. A refund the provider calls pending is neither.
 */
export const IN_TROUBLE = sql<boolean>`c.id in (
  select r.charge_id from refunds r
  where r.due_at is not null and r.state <> 'pending' and r.created_at < provost_now() - ${OUTCOME_WITHIN}
  union all
  select r.charge_id from refunds r
  where r.state = 'failed' and r.failed_at > provost_now() - make_interval(days => ${sql.lit(LOOKED_AT_DAYS)})
    and not exists (select from refunds later
      where later.charge_id = r.charge_id and later.id > r.id and later.state <> 'failed'))`;

/** Returns the number of charges listed with `in_trouble`. */
export async function countRefundsInTrouble({ db, actor }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from charges c
    where ${IN_TROUBLE} and ${visibleTo(actor, 'c.program_id')}`.execute(db);
  return must(rows[0], 'count').count;
}
