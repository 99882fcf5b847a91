/** What was paid out in the demo at the end of each quarter. */
import { sql } from 'kysely';
import type { Trx } from '../../../server/db/client.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { daysBefore } from '../../../server/db/demo/random.ts';
import { ADA } from '../../site-users/server/demo.ts';

/** The latest payouts are this many days old at least, so that there are sales that can still be changed. */
const OPEN_DAYS = 30;

/** Pays what the product would, but all payees at once: one at a time would take minutes here. */
export async function payQuarters(trx: Trx, today: Date): Promise<void> {
  const until = daysBefore(today, OPEN_DAYS);
  await sql`
    with due as materialized (
      select d.*, sum(d.amount) over (partition by d.payout_id) as total from (
        select l.id as line_id, l.user_id, l.program_id, c.currency, l.amount - l.refunded as amount, q.paid_at,
          dense_rank() over (order by q.paid_at, c.currency, l.user_id, l.program_id) as payout_id
        from charge_lines l
        join charges c on c.id = l.charge_id
        cross join lateral (select date_trunc('quarter', c.created_at, 'UTC') + interval '3 months 4 days' as paid_at) q
        where c.held is null and c.instructor_id <> ${ADA} and q.paid_at < ${until}
          and coalesce(l.user_id, l.program_id) % 5 < 2) d
    ),
    paid as (
      insert into payouts (id, user_id, program_id, currency, amount, created_at)
      select distinct payout_id, user_id, program_id, currency, total, paid_at from due where total > 0
    )
    update charge_lines l set payout_id = d.payout_id, paid = d.amount from due d where l.id = d.line_id and d.total > 0`.execute(
    trx,
  );
  // Quarters in which nothing was left to pay have used up a number.
  const { rows } = await sql<{ last: number }>`select max(id) as last from payouts`.execute(trx);
  await skipIds(trx, 'payouts', rows[0]?.last ?? 0);
}
