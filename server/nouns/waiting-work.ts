import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { must } from '../../core/must.ts';
import type { Db } from '../db/client.ts';

/** Amounts are in minor units, by currency, none of them 0; `oldest` is null where nothing waits or no moment is known. */
export type WaitingWork = {
  count: number;
  oldest: string | null;
  amounts: { currency: string; amount: number }[];
};

export const NOTHING_WAITS: WaitingWork = { count: 0, oldest: null, amounts: [] };

type Waits = {
  from: RawBuilder<unknown>;
  where: readonly Expression<SqlBool>[];
  since?: RawBuilder<unknown>;
  /** Amount of a row in minor units, and its currency; without a currency it counts for nothing. */
  money?: { amount: RawBuilder<unknown>; currency: RawBuilder<unknown> };
};

export async function waitingWork(db: Db, { from, where, since, money }: Waits): Promise<WaitingWork> {
  const { amount = sql`0`, currency = sql`null::text` } = money ?? {};
  const { rows } = await sql<WaitingWork>`
    with waits as (
      select ${currency} as currency, count(*) as rows, min(${since ?? sql`null::timestamptz`}) as oldest,
        sum(${amount}) as amount
      from ${from} where ${sql.join(where, sql` and `)} group by 1)
    select coalesce(sum(rows), 0)::integer as count, min(oldest) as oldest, ${amountsOf(sql`waits`)} as amounts
    from waits`.execute(db);
  return must(rows[0], 'what waits');
}

/** The sums of a relation with `currency` and `amount`, as {@link WaitingWork} has them. */
export function amountsOf(relation: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(json_build_object('currency', s.currency, 'amount', s.amount)
      order by s.currency), '[]')
    from (select currency, sum(amount) as amount from ${relation}
      where currency is not null group by currency having sum(amount) <> 0) s)`;
}
