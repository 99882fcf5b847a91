import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { toMajor } from '../../../core/money.ts';
import type { Context } from '../../../server/context.ts';
import type { LastBatch } from '../last-batch.ts';
import type { PayoutKind } from '../rules.ts';

/** Returns those of the users to whom no payout was made yet, within the caller's scope. */
export async function newPayees({ db }: Context, userIds: readonly number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const { rows } = await sql<{ user_id: number }>`
    select u.id as user_id from unnest(${userIds}::integer[]) u (id)
    where not exists (select from payouts p where p.user_id = u.id and ${isMade(sql`p`)})`.execute(db);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Returns the condition that a payout was sent, here or elsewhere. */
export function isMade(payout: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`${payout}.state in ('made', 'paid', 'returned')`;
}

/** Returns the last batch of the kind before this one, with its sums; null without one, and for bound admins. */
export async function lastBatch(
  { db, actor }: Context,
  kind: PayoutKind,
  before: number | null = null,
): Promise<LastBatch | null> {
  if (!isGlobal(actor)) return null;
  const { rows } = await sql<LastBatch>`
    select b.id, b.created_at, (
      select coalesce(json_agg(json_build_object('currency', s.currency, 'payees', s.payees, 'amount', s.amount)
        order by s.currency), '[]')
      from (select q.currency, count(*) as payees, sum(q.amount) as amount from payouts q where q.batch_id = b.id
        group by 1) s) as totals
    from payout_batches b
    where b.state = 'made' and b.kind = ${kind} and (${before}::integer is null or b.id < ${before})
    order by b.id desc limit 1`.execute(db);
  const [batch] = rows;
  if (!batch) return null;
  const totals = batch.totals.map((sum) => ({ ...sum, amount: toMajor(sum.amount, sum.currency) }));
  return { ...batch, totals };
}
