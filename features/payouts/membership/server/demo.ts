import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import type { DemoStep } from '../../../../server/db/demo/demo-step.ts';
import { ADA, INSTRUCTORS } from '../../../users/server/demo.ts';
import { payeeId } from '../../rules.ts';
import { settle } from '../../server/demo.ts';
import { payMembership } from './pay-membership.ts';

export const demo: readonly DemoStep[] = [{ order: 160, make: ({ tx, today }) => demoMembership(tx, today) }];

async function demoMembership(tx: TransactionContext, today: Date): Promise<void> {
  await demoAttendances(tx, today);
  await payMonths(tx, today);
}

const MEMBERS = 4000;
const MONTHS = 36;
const A_MONTH = 560;

const ONCE_THE_SITES = [31, 47, 68];

/** Months ago, and the amount; of the last one a third is paid. */
const PAID = [
  { ago: 8, split_amount: 9000 },
  { ago: 7, split_amount: 9750.5 },
  { ago: 6, split_amount: 10_400 },
  { ago: 5, split_amount: 10_999.99 },
  { ago: 4, split_amount: 12_000 },
  { ago: 3, split_amount: 12_345.67, third: true },
];

async function demoAttendances({ db }: TransactionContext, today: Date): Promise<void> {
  const taught = await sql<{ id: number; instructor_id: number }>`
    select id, instructor_id from classes
    where id = any (${ONCE_THE_SITES}::integer[]) and instructor_id is not null`.execute(db);
  await sql`update classes set instructor_id = null where id = any (${ONCE_THE_SITES}::integer[])`.execute(
    db,
  );
  const first = monthsAgo(today, MONTHS - 1).toISOString();
  // Some classes are attended more than others, some members come more often, and no two months are alike.
  await sql`
    with happened as (
      select n, n / ${A_MONTH}::integer as month, n::bigint * 2654435761 % 1000003 / 1000003.0::float8 as of_class,
        n::bigint * 40503 % 999983 / 999983.0::float8 as of_member,
        n::bigint * 69621 % 2000003 / 2000003.0::float8 as of_moment
      from generate_series(0, ${MONTHS * A_MONTH - 1}::integer) n
    )
    insert into attendances (class_id, user_id, type, attended_at)
    select case when n % 40 = 0 then (${ONCE_THE_SITES}::integer[])[1 + n / 40 % 3]
        else 1 + floor(1880 * power(of_class, 2))::integer end,
      ${INSTRUCTORS} + 1 + (month * 111 + floor(308 * power(of_member, 1.5))::integer * 13) % ${MEMBERS}::integer,
      case when n::bigint * 48271 % 101 < 38 then 'live' else 'recording' end,
      at.moment
    from happened
    cross join lateral (select ${first}::timestamptz + month * interval '1 month' as begin) m
    cross join lateral (select m.begin + of_moment * (m.begin + interval '1 month' - m.begin) as moment) at
    where n % ${A_MONTH}::integer < 420 + month * 37 % 140 and at.moment < ${today.toISOString()}::timestamptz
    on conflict do nothing`.execute(db);
  for (const { id, instructor_id } of taught.rows)
    await db.updateTable('classes').set({ instructor_id }).where('id', '=', id).execute();
}

/** Pays the months as the product does, on the sixth of the following month; nothing of Ada's. */
async function payMonths(tx: TransactionContext, today: Date): Promise<void> {
  for (const { ago, split_amount, third = false } of PAID) {
    const [from, next] = [monthsAgo(today, ago), monthsAgo(today, ago - 1)];
    const dates = [from, new Date(next.getTime() - DAY)].map((day) => day.toISOString().slice(0, 10)).join();
    const at = new Date(next.getTime() + 5 * DAY + 9 * HOUR).toISOString();
    const ids = await payees(tx, third);
    const batch = await payMembership(tx, { ids, dates, currency: 'USD', split_amount }, at);
    await settle(tx, batch, at);
  }
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function monthsAgo(today: Date, months: number): Date {
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1));
}

/** Returns the site, payees with a method, and a few without: the file lists their outcome. */
async function payees({ db }: TransactionContext, third: boolean): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from site_users u left join payment_settings s on s.user_id = u.id
    where u.id <= ${INSTRUCTORS} and u.id <> ${ADA} and u.program_id is not null
      and (s.paid_by is not null or u.id % 50 = 0) and (not ${third}::boolean or u.id % 3 = 0)
    order by u.id`.execute(db);
  return [null, ...rows.map(({ id }) => id)].map((user_id) => payeeId({ user_id, program_id: null }, 'USD'));
}
