/** What happened to the sales of the demo afterwards: refunds, and payouts at the end of each quarter. */
import { sql } from 'kysely';
import { refundCharge } from '../../../features/refunds/server/refunds.ts';
import type { Within } from '../../context.ts';
import type { Trx } from '../client.ts';
import { skipIds } from './insert.ts';
import { ADA } from './people.ts';
import { daysBefore, type Random } from './random.ts';

/** The latest payouts are this many days old at least, so that there are sales that can still be changed. */
const OPEN_DAYS = 30;

/** Refunds before the payouts, payouts, and some refunds of what has been paid. */
export async function settleDemo(within: Within, today: Date, random: Random): Promise<void> {
  const trx = within.db;
  await refundSome(within, random, 240);
  await payQuarters(trx, daysBefore(today, OPEN_DAYS));
  await refundSome(within, random, 60);
  await sql`
    update refunds r set created_at = least(provost_now(), c.created_at + make_interval(days => 1 + r.charge_id % 25))
    from charges c where c.id = r.charge_id`.execute(trx);
}

async function refundSome(within: Within, random: Random, count: number): Promise<void> {
  const charges = await within.db
    .selectFrom('charges')
    .select(['id', 'amount'])
    .where('amount', '>', 100)
    .where('refunded', '=', 0)
    .where('instructor_id', '!=', ADA)
    .orderBy('id')
    .execute();
  const chosen = new Set(Array.from({ length: count }, () => random.pick(charges)));
  for (const { id, amount } of chosen) {
    const part = random.chance(50) ? amount : random.whole(1, amount - 1);
    await refundCharge(within, { charge_id: id, amount: part });
  }
}

/**
 * Pays two in five payees what they earned in each quarter, in one statement each for payouts and lines. The product pays
 * one payee at a time, which is right for it and would take minutes here; what is paid is the same: unpaid lines of
 * charges that are not held, refunds taken off.
 */
async function payQuarters(trx: Trx, until: string): Promise<void> {
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
    update charge_lines l set payout_id = d.payout_id from due d where l.id = d.line_id and d.total > 0`.execute(
    trx,
  );
  // Quarters in which nothing was left to pay have used up a number.
  const { rows } = await sql<{ last: number }>`select max(id) as last from payouts`.execute(trx);
  await skipIds(trx, 'payouts', rows[0]?.last ?? 0);
}
