import { sql } from 'kysely';
import { formatMoney, toMajor } from '../../../../core/money.ts';
import type { Context, TransactionContext } from '../../../../server/context.ts';
import { lock } from '../../../../server/db/client.ts';
import { creating, tableRecord } from '../../../../server/nouns/creating.ts';
import { ATTENDED } from '../../../classes/server/attendances.ts';
import type { MembershipPool } from '../contract.ts';
import { attendedParts, type Part } from './attended.ts';
import type { Range } from './range.ts';

/** `split_amount` in minor units. */
export type Pool = {
  id: number;
  from_day: string;
  to_day: string;
  currency: string;
  split_amount: number;
  created_at: string;
};

/** Returns the pool of exactly this range, and an overlapping one; read without a program scope. Pools without payouts do not count. */
export async function poolsAt({ db }: TransactionContext, { from_day, to_day }: Range) {
  const { rows } = await sql<Pool>`
    select p.id, to_char(p.from_day, 'YYYY-MM-DD') as from_day, to_char(p.to_day, 'YYYY-MM-DD') as to_day, p.currency,
      p.split_amount, p.created_at
    from membership_pools p
    where daterange(p.from_day, p.to_day, '[]') && daterange(${from_day}::date, ${to_day}::date, '[]')
      and exists (select from membership_parts m where m.pool_id = p.id and m.payout_id is not null)
    order by p.from_day`.execute(db);
  const isExact = (pool: Pool) => pool.from_day === from_day && pool.to_day === to_day;
  return { pool: rows.find(isExact) ?? null, overlaps: rows.find((pool) => !isExact(pool)) ?? null };
}

export async function partsOf({ db }: TransactionContext, pool: Pool): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select m.id as part_id, m.user_id, m.live, m.recordings, m.amount, m.lens, m.payout_id, p.state as payout_state
    from membership_parts m left join payouts p on p.id = m.payout_id where m.pool_id = ${pool.id}`.execute(
    db,
  );
  return rows;
}

/** Freezes all parts of `split` minor units and returns them; empty without attendances. Requires `holdPayouts` and that no pool is in the way. */
export async function freeze(
  tx: TransactionContext,
  { range, currency, split, at }: { range: Range; currency: string; split: number; at?: string | undefined },
): Promise<Part[]> {
  const { db, actor } = tx;
  const { from_day, to_day } = range;
  // Whoever is telling attendances is waited for: they count, and what is told from now on is late.
  await lock(db, ATTENDED);
  const parts = await attendedParts(tx, range, split);
  if (parts.length === 0) return [];
  // What was proposed of them has been taken back.
  await sql`
    delete from membership_pools p
    where daterange(p.from_day, p.to_day, '[]') && daterange(${from_day}::date, ${to_day}::date, '[]')
      and not exists (select from membership_parts m where m.pool_id = p.id and m.payout_id is not null)`.execute(
    db,
  );
  const after = { dates: range.dates, split_amount: formatMoney(split, currency), payees: parts.length };
  const made = { created_by: actor.admin_id, ...(at && { created_at: at }) };
  const values = { from_day, to_day, currency, split_amount: split, ...made };
  const pool = await creating(tx, MEMBERSHIP_POOL, values, () => ({ after, program_id: 0 }));
  const { rows } = await sql<Part>`
    insert into membership_parts (pool_id, user_id, live, recordings, amount, lens)
    select ${pool.id}, user_id, live, recordings, amount, lens
    from json_to_recordset(${JSON.stringify(parts)}::json)
      p (user_id integer, live integer, recordings integer, amount bigint, lens bigint)
    returning id as part_id, user_id, live, recordings, amount, lens, payout_id, null as payout_state`.execute(
    db,
  );
  return rows;
}

const MEMBERSHIP_POOL = tableRecord('membership_pool', 'membership_pools');

/** Returns the pool as it is answered; null where the caller has no part in it to see. */
export async function seenPool({ db }: Context, pool: Pool | null): Promise<MembershipPool | null> {
  if (!pool) return null;
  const seen = await db
    .selectFrom('membership_pools')
    .select('id')
    .where('id', '=', pool.id)
    .executeTakeFirst();
  if (!seen) return null;
  const { id, from_day, to_day, currency, split_amount, created_at } = pool;
  return {
    id,
    dates: `${from_day},${to_day}`,
    currency,
    split_amount: toMajor(split_amount, currency),
    created_at,
  };
}
