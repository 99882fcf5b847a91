import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';

/** Requires `holdPayouts` and the lock on the batch, which must be proposed. */
export async function freeClaimed(tx: TransactionContext, batch_id: number): Promise<void> {
  const { db } = tx;
  const lines = await linesOf(tx, batch_id);
  await holdCharges(tx, lines);
  await db.updateTable('payouts').set({ state: 'cancelled' }).where('batch_id', '=', batch_id).execute();
  await freeLines(tx, lines);
  await freeBeside(tx, batch_id);
  await freePools(tx, batch_id);
}

async function linesOf({ db }: TransactionContext, batch_id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from charge_lines l join payouts p on p.id = l.payout_id where p.batch_id = ${batch_id}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function freeBeside({ db }: TransactionContext, batch_id: number): Promise<void> {
  await sql`
    update payout_adjustments a set payout_id = null
    from payouts p where p.id = a.payout_id and p.batch_id = ${batch_id}`.execute(db);
}

/** Locks the charges of lines in the usual order, so that refunds, recalculations and disputes of them wait. */
export async function holdCharges({ db }: TransactionContext, lines: readonly number[]): Promise<void> {
  await sql`
    select from charges c where c.id in (select l.charge_id from charge_lines l where l.id = any (${lines}::bigint[]))
    order by c.id for no key update`.execute(db);
}

/** Reduces reopened lines by their refunds. Those during the claim were booked as debts, which stay: a mirror entry offsets each, less what earlier ones did. */
export async function freeLines({ db }: TransactionContext, lines: readonly number[]): Promise<void> {
  await sql`
    with freed as (
      update charge_lines l set payout_id = null, paid = null
      where l.id = any (${lines}::bigint[])
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
