import { sql } from 'kysely';
import type { TransactionContext } from '../../../server/context.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { daysBefore } from '../../../server/db/demo/random.ts';
import { readRules } from '../../money-settings/server/money-rules.ts';
import { ADA } from '../../users/server/demo.ts';
import { isPayable, payeeId } from '../rules.ts';
import { claim } from './claim.ts';
import { type Claim, dueFrom } from './payees/due.ts';

export const demo: readonly DemoStep[] = [
  { order: 130, make: ({ tx, today }) => payQuarters(tx, today) },
  { order: 150, make: ({ tx, today }) => oweAndPropose(tx, today) },
  { order: 170, make: ({ tx }) => leaveOneStuck(tx) },
];

async function oweAndPropose(tx: TransactionContext, today: Date): Promise<void> {
  await dateDebts(tx);
  await proposeOne(tx, today);
}

/** Minimum age in days of the demo's payouts, so that some sales remain changeable. */
const OPEN_DAYS = 30;
const QUARTERS = 12;
/** Payees without a method per batch file. */
const HELD = 5;

/** Pays two of five payees as the product would, quarter by quarter; nothing of Ada's. */
async function payQuarters(tx: TransactionContext, today: Date): Promise<void> {
  for (let ago = QUARTERS; ago >= 0; ago -= 1) {
    const end = new Date(
      Date.UTC(today.getUTCFullYear(), Math.floor(today.getUTCMonth() / 3) * 3 - ago * 3, 1),
    );
    const at = new Date(end.getTime() + 4 * DAY + 9 * HOUR).toISOString();
    if (at >= daysBefore(today, OPEN_DAYS)) continue;
    const batch = await pay(tx, end.toISOString(), { at, fifths: 2 });
    if (batch !== null) await settle(tx, batch, at);
  }
}

async function proposeOne(tx: TransactionContext, today: Date): Promise<void> {
  await pay(tx, daysBefore(today, OPEN_DAYS), { at: daysBefore(today, 1), fifths: 1, approval: true });
}

async function dateDebts({ db }: TransactionContext): Promise<void> {
  await sql`
    with dated as (
      select a.id, g.id as given_id, g.refund_id, least(provost_now(), p.created_at + make_interval(days => 10 + (a.id % 9)::int)) as at
      from payout_adjustments a join refund_lines g on g.id = a.refund_line_id
      join charge_lines l on l.id = g.line_id join payouts p on p.id = l.payout_id
      where a.created_at < p.created_at
    ), lines as (update refund_lines g set created_at = d.at from dated d where g.id = d.given_id)
    update payout_adjustments a set created_at = d.at from dated d where a.id = d.id`.execute(db);
}

/** Keeps an instructor's oldest debt from shrinking: later sales stay pending. */
async function leaveOneStuck({ db }: TransactionContext): Promise<void> {
  await sql`
    with stuck as (
      select a.id, a.user_id, a.currency, g.id as given_id, g.refund_id, p.created_at + interval '12 days' as at
      from payout_adjustments a join refund_lines g on g.id = a.refund_line_id
      join charge_lines l on l.id = g.line_id join payouts p on p.id = l.payout_id
      where a.payout_id is null and a.amount < 0 and a.user_id <> ${ADA}
      order by p.created_at, a.id limit 1
    ), lines as (update refund_lines g set created_at = s.at from stuck s where g.id = s.given_id),
    refunds as (
      update refunds r set created_at = s.at, updated_at = s.at, asked_at = s.at, succeeded_at = s.at from stuck s
      where r.id = s.refund_id),
    debt as (update payout_adjustments a set created_at = s.at from stuck s where a.id = s.id)
    update charge_lines l set override = '-1' from stuck s, open_lines o
    where o.id = l.id and o.user_id = s.user_id and o.currency = s.currency`.execute(db);
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Estimates as the product does, but avoids its query on tables without statistics, where it takes seconds. */
async function pay(
  tx: TransactionContext,
  until: string,
  { at, fifths, approval = false }: { at: string; fifths: number; approval?: boolean },
): Promise<number | null> {
  const { rules } = await readRules(tx);
  const { rows } = await sql<Claim & { user_id: number | null; program_id: number | null; currency: string }>`
    with pending as (select unnest(${await pendingCharges(tx)}::integer[]) as id), line as (
      select l.user_id, l.program_id, c.currency, l.id, l.amount, l.refunded, w.id is not null as waits
      from charges c join charge_lines l on l.charge_id = c.id left join pending w on w.id = c.id
      where c.created_at < ${until} and c.held is null and c.instructor_id <> ${ADA}
      and l.payout_id is null and l.amount > l.refunded and coalesce(l.user_id, l.program_id, 5) % 5 < ${fifths}
)
    select user_id, program_id, currency, array_agg(id order by id) filter (where not waits) as line_ids,
      (sum(amount - refunded) filter (where not waits))::bigint as lines_amount,
      (sum(refunded) filter (where not waits))::bigint as refunds,
      json_build_object('sales', coalesce(sum(amount) filter (where waits), 0),
        'refunds', coalesce(sum(refunded) filter (where waits), 0),
        'pending', coalesce(sum(amount - refunded) filter (where waits), 0), 'delayed', 0, 'held', 0) as left,
      false as held, false as pending, false as on_hold
    from line group by 1, 2, 3 having not bool_and(waits) order by 3, 1, 2`.execute(tx.db);
  if (rows.length === 0) return null;
  const claims = new Map(rows.map((row) => [payeeId(row, row.currency), row]));
  const due = await dueFrom(tx, [...claims.keys()], claims, rules);
  const held = due.filter((one) => !isPayable(one)).slice(0, HELD);
  return claim(tx, 'sales', [...due.filter(isPayable), ...held], { approval, at });
}

async function pendingCharges({ db }: TransactionContext): Promise<number[]> {
  const { rows: classes } = await sql<{ id: number }>`
    select distinct class_id as id from class_sessions where start_at > provost_now() and cancelled = 0`.execute(
    db,
  );
  const ids = classes.map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`
    select c.id from charges c where c.class_id = any (${ids}::integer[])
    union select p.charge_id from charge_parts p where p.class_id = any (${ids}::integer[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks nearly all payouts as arrived after three days; a few accounts were closed. */
export async function settle({ db, actor }: TransactionContext, batch: number, at: string): Promise<void> {
  const arrived = new Date(Date.parse(at) + 3 * DAY).toISOString();
  await sql`
    update payouts set state = 'paid', paid_at = ${arrived}, paid_by_admin = ${actor.admin_id}
    where batch_id = ${batch} and (user_id is null or id % 60 <> 7)`.execute(db);
  await sql`
    with back as (
      update payouts set state = 'returned', returned_at = ${arrived}, returned_by = ${actor.admin_id},
        reason = 'Account closed'
      where batch_id = ${batch} and state = 'made'
      returning id, user_id, program_id, scope_program_id, currency, amount
    )
    insert into payout_adjustments (user_id, program_id, scope_program_id, currency, amount, kind, returned_payout_id,
      created_at)
    select user_id, program_id, scope_program_id, currency, amount, 'return', id, ${arrived}::timestamptz from back`.execute(
    db,
  );
}
