/** Refunds that need attention. Specification: Refunds; Home. */
import { sql } from 'kysely';
import { type Context, visibleIn } from '../../../../server/context.ts';
import { type WaitingWork, waitingWork } from '../../../../server/nouns/waiting-work.ts';

/** Days until a failed refund is no longer shown. */
const LOOKED_AT_DAYS = 30;

/** The longest a provider may take, repeated requests included. */
const OUTCOME_WITHIN = sql`interval '1 hour'`;

/** Condition on `charges c`: a refund with an unknown outcome after an hour, or failed without a new attempt. Pending at the provider is neither. */
export const IN_TROUBLE = sql<boolean>`c.id in (
  select r.charge_id from refunds r
  where r.due_at is not null and r.state <> 'pending' and r.created_at < provost_now() - ${OUTCOME_WITHIN}
  union all
  select r.charge_id from refunds r
  where r.state = 'failed' and r.failed_at > provost_now() - make_interval(days => ${sql.lit(LOOKED_AT_DAYS)})
    and not exists (select from refunds later
      where later.charge_id = r.charge_id and later.id > r.id and later.state <> 'failed'))`;

/** Returns the charges listed with `in_trouble`. A refund may have been tried more than once, so that they have no sum. */
export function refundsInTrouble({ db, actor }: Context, program_id = 0): Promise<WaitingWork> {
  const tried = sql`select min(r.created_at) as since from refunds r
    where r.charge_id = c.id and r.state <> 'succeeded'`;
  return waitingWork(db, {
    from: sql`charges c cross join lateral (${tried}) tried`,
    where: [IN_TROUBLE, visibleIn(actor, 'c.program_id', program_id)],
    since: sql`tried.since`,
  });
}
