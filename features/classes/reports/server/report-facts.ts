import { sql } from 'kysely';
import { type Access, type Actor, mayAccess } from '../../../../core/access.ts';
import { toMajor } from '../../../../core/money.ts';
import { asSystem, type TransactionContext, transact, visibleTo } from '../../../../server/context.ts';
import { actorNow } from '../../../../server/http/session.ts';
import type { Platform } from '../../../../server/platform.ts';
import { namedTo } from '../../server/class-users.ts';

/** A sheet: its titles, and rows of texts, numbers and nothings. */
export type SheetOfFacts = { name: string; titles: string[]; rows: (string | number | null)[][] };
export type Facts = {
  to_address: string;
  class_name: string;
  sheets: SheetOfFacts[];
  /** The day by which sales and refunds count; null without them. */
  counted: string | null;
};

/** Null where the asker may no longer have it. Read as they may now: sales and refunds with `money`, of their program; all enrolments of a class at home. */
export async function factsOf(platform: Platform, classId: number, adminId: number): Promise<Facts | null> {
  const actor = await actorNow(platform.database.everything, adminId);
  if (!actor || !mayAccess(actor, { area: 'catalogue' })) return null;
  const context = asSystem(platform, 'mail-class-reports', actor);
  const read = async ({ db }: TransactionContext) => {
    const known = await db
      .selectFrom('classes as c')
      .select('c.class_name')
      .where('c.id', '=', classId)
      .where(visibleTo(actor, 'c.program_id'))
      .executeTakeFirst();
    if (!known) return null;
    const sheets: SheetOfFacts[] = [];
    for (const { name, titles, needs, select } of SHEETS) {
      if (needs && !mayAccess(actor, needs)) continue;
      const { rows } = await sql<FactRow>`${select(classId, actor)}`.execute(db);
      sheets.push({ name, titles, rows: rows.map(inMajorUnits) });
    }
    const counted = mayAccess(actor, money) ? COUNTED : null;
    return { to_address: actor.email, class_name: known.class_name, sheets, counted };
  };
  return transact(context, read, 'repeatable read');
}

type Sql = ReturnType<typeof sql>;
type FactRow = Record<string, string | number | null>;
type Sheet = {
  name: string;
  titles: string[];
  needs?: Access;
  select: (classId: number, actor: Actor) => Sql;
};

const money = { area: 'money' } as const;

const COUNTED = 'Sales count by the day of the sale (UTC), refunds by the day of the refund.';

const sold = (classId: number, actor: Actor) =>
  sql`p.class_id = ${classId} and ${visibleTo(actor, 'p.program_id')}`;

const SHEETS: readonly Sheet[] = [
  {
    name: 'Sales by month',
    needs: money,
    titles: ['Month', 'Currency', 'Sales', 'Amount'],
    select: (classId, actor) => sql`
      select to_char(p.created_at at time zone 'UTC', 'YYYY-MM') as month, p.currency, count(*) as sales,
        sum(p.amount)::bigint as amount
      from charges p where ${sold(classId, actor)} group by 1, 2 order by 1, 2`,
  },
  {
    name: 'Enrolments',
    titles: [
      'ID',
      'User ID',
      'First name',
      'Last name',
      'Email',
      'Enrol status',
      'Cancel after refund',
      'Date added',
    ],
    select: (classId, actor) => sql`
      select e.id, e.user_id, u.first_name, u.last_name, u.email, e.enrol_status, e.cancel_after_refund, e.dateadded
      from class_users e join (${namedTo(actor, classId)}) u on u.id = e.user_id where e.class_id = ${classId} order by e.id`,
  },
  {
    name: 'Attendance',
    titles: ['Session', 'Start', 'End', 'Cancelled', 'Live', 'Recordings'],
    // What was attended outside of any session comes last, in a row without one.
    select: (classId) => sql`
      select s.id, s.start_at, s.end_at, s.cancelled, count(*) filter (where t.type = 'live') as live,
        count(*) filter (where t.type = 'recording') as recorded
      from class_sessions s left join attendances t on t.session_id = s.id
      where s.class_id = ${classId} group by s.id
      union all
      select null, null, null, null, count(*) filter (where type = 'live'), count(*) filter (where type = 'recording')
      from attendances where class_id = ${classId} and session_id is null having count(*) > 0
      order by start_at nulls last, id`,
  },
  {
    name: 'Refunds',
    needs: money,
    titles: ['ID', 'Date', 'Transaction', 'Student', 'Currency', 'Amount'],
    select: (classId, actor) => sql`
      select r.id, r.succeeded_at, r.charge_id, btrim(u.first_name || ' ' || u.last_name) as student, p.currency, r.amount
      from refunds r join charges p on p.id = r.charge_id left join site_users u on u.id = p.student_id
      where ${sold(classId, actor)} and r.state = 'succeeded' order by r.id`,
  },
];

function inMajorUnits(row: FactRow): (string | number | null)[] {
  const { amount, currency } = row;
  return Object.entries(row).map(([name, value]) =>
    name === 'amount' ? toMajor(Number(amount), String(currency)) : value,
  );
}
