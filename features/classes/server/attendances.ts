import { sql } from 'kysely';
import { notFound } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';

/** The lock that attendances share, and a pool holds alone while it is frozen: each is counted, or late. */
export const ATTENDED = 'attendances';

/** An attendance of a session, or of a class outside of any; `attended_at` is now where it is left out. */
export type Attendance = {
  session_id: number | null;
  class_id: number;
  user_id: number;
  type: 'live' | 'recording';
  attended_at?: string | undefined;
  seconds?: number | undefined;
};

/** Notes that a student was there: of a session, or of a class outside of any; told twice it is one. 404 for an invisible session or class at home. */
export async function recordAttendance(
  context: Context,
  given: { user_id: number; type: 'live' | 'recording'; attended_at?: string } & (
    | { session_id: number }
    | { class_id: number }
  ),
): Promise<void> {
  await transact(context, async (tx) => {
    const session_id = 'session_id' in given ? given.session_id : null;
    const class_id = 'class_id' in given ? given.class_id : await classOf(tx, given.session_id);
    await checkHome(tx, class_id);
    const { user_id, type, attended_at } = given;
    await recordAttendances(tx, [{ session_id, class_id, user_id, type, attended_at }]);
  });
}

/** Notes attendances of checked sessions and classes; answers for each, in order, its id, whether it is new, and whether its days were paid of already. */
export async function recordAttendances(
  { db }: TransactionContext,
  attendances: readonly Attendance[],
): Promise<{ id: number; is_new: boolean; late: boolean }[]> {
  await lock(db, ATTENDED, 'shared');
  const now = await presentOf(db);
  const told = JSON.stringify(attendances.map((one) => ({ ...one, attended_at: one.attended_at ?? now })));
  const { rows: made } = await sql<{ id: number }>`
    insert into attendances (session_id, class_id, user_id, type, attended_at, seconds)
    select t.session_id, t.class_id, t.user_id, t.type, t.attended_at, t.seconds
    from rows from (jsonb_to_recordset(${told}::jsonb) as (session_id integer, class_id integer, user_id integer, type text,
      attended_at timestamptz, seconds integer)) with ordinality t
    order by t.session_id, t.class_id, t.user_id, t.type, t.attended_at, t.ordinality
    on conflict do nothing
    returning id`.execute(db);
  const { rows } = await sql<{ id: number; late: boolean }>`
    select coalesce(s.id, c.id) as id, coalesce(s.late, c.late) as late
    from rows from (jsonb_to_recordset(${told}::jsonb) as (session_id integer, class_id integer, user_id integer, type text,
      attended_at timestamptz)) with ordinality t
    left join attendances s on s.session_id = t.session_id and s.user_id = t.user_id and s.type = t.type
    left join attendances c on t.session_id is null and c.session_id is null and c.class_id = t.class_id
      and c.user_id = t.user_id and c.type = t.type and c.attended_at = t.attended_at
    order by t.ordinality`.execute(db);
  const fresh = new Set(made.map(({ id }) => id));
  // The first that names it has made it.
  return rows.map(({ id, late }) => ({ id, is_new: fresh.delete(id), late }));
}

async function presentOf(db: TransactionContext['db']): Promise<string> {
  const { rows } = await sql<{ now: string }>`select provost_now() as now`.execute(db);
  return rows[0]?.now ?? notFound();
}

async function classOf({ db }: TransactionContext, session_id: number): Promise<number> {
  const session = await db
    .selectFrom('class_sessions')
    .select('class_id')
    .where('id', '=', session_id)
    .executeTakeFirst();
  return session?.class_id ?? notFound();
}

async function checkHome({ db, actor }: TransactionContext, class_id: number): Promise<void> {
  const found = await db
    .selectFrom('classes as c')
    .select('c.id')
    .where('c.id', '=', class_id)
    .where(visibleTo(actor, 'c.program_id'))
    .executeTakeFirst();
  if (!found) notFound();
}
