/** Reopens everything that a cancelled proposal claimed. Specification: Payouts. */
import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';

/** Requires `holdPayouts` and the lock on the batch, which must be proposed. */
export async function freeClaimed(tx: TransactionContext, batch_id: number): Promise<void> {
  const { db } = tx;
  await holdCharges(tx, batch_id);
  await db.updateTable('payouts').set({ state: 'cancelled' }).where('batch_id', '=', batch_id).execute();
  await freeLines(tx, batch_id);
  await sql`
    update payout_adjustments a set payout_id = null
    from payouts p where p.id = a.payout_id and p.batch_id = ${batch_id}`.execute(db);
  await freePools(tx, batch_id);
}

/** Locks the charges in the usual order, so that refunds of them wait. */
async function holdCharges({ db }: TransactionContext, batch_id: number): Promise<void> {
  await sql`
    select from charges c where c.id in (
      select l.charge_id from charge_lines l join payouts p on p.id = l.payout_id where p.batch_id = ${batch_id})
    order by c.id for no key update`.execute(db);
}

/**
 * Reduces reopened lines by their refunds. Refunds during the claim were also booked as debts, which stay: a
 * mirror entry offsets each, less what earlier ones offset.
 */
async function freeLines({ db }: TransactionContext, batch_id: number): Promise<void> {
  await sql`
    with freed as (
      update charge_lines l set payout_id = null, paid = null
      from payouts p where p.id = l.payout_id and p.batch_id = ${batch_id}
      returning l.id, l.charge_id, l.user_id, l.program_id, l.scope_program_id
    ), noted as (
      select r.line_id, a.amount from payout_adjustments a
      join refund_lines r on r.id = a.refund_line_id join freed f on f.id = r.line_id
      union all
      select a.line_id, a.amount from payout_adjustments a join freed f on f.id = a.line_id
    )
    insert into payout_adjustments (user_id, program_id, scope_program_id, currency, amount, kind, line_id)
    select f.user_id, f.program_id, f.scope_program_id, c.currency, -n.amount, 'unclaimed', f.id
    from freed f join charges c on c.id = f.charge_id
    join (select line_id, sum(amount)::bigint as amount from noted group by line_id) n on n.line_id = f.id
    where n.amount <> 0
    order by f.id`.execute(db);
}

/** Deletes pools without payouts: their days can be divided anew, by another amount. */
async function freePools({ db }: TransactionContext, batch_id: number): Promise<void> {
  const { rows } = await sql<{ pool_id: number }>`
    update membership_parts m set payout_id = null
    from payouts p where p.id = m.payout_id and p.batch_id = ${batch_id} returning m.pool_id`.execute(db);
  await sql`
    delete from membership_pools o where o.id = any (${rows.map(({ pool_id }) => pool_id)}::integer[])
      and not exists (select from membership_parts m where m.pool_id = o.id and m.payout_id is not null)`.execute(
    db,
  );
}
