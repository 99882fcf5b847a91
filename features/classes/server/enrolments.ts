/** Enrolments from sales and the site's webhooks. Specification: Classes and bundles. */
import { sql } from 'kysely';
import { notFound, refuse } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { type Db, lock } from '../../../server/db/client.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { peopleOf } from './class-users.ts';

/** Enrolments as they stand on the site: cancelled by the student, or by the site. */
type Cancellation = 1 | 3;

/**
 * Enrols the buyers of these sales, or of all, in what they bought, of a bundle in every class within as well. Who is
 * enrolled already stays as they are, also where an admin has blocked them. Answers how many enrolments were made.
 */
export async function enrolBuyers(
  db: Db,
  sales: { charge_ids: readonly number[] } | 'every',
): Promise<number> {
  const meant = sales === 'every' ? sql`true` : sql`c.id = any (${sales.charge_ids}::integer[])`;
  const { numAffectedRows } = await sql`
    with recursive sold (class_id) as (
      select distinct c.class_id from charges c where ${meant}
    ), inside (sold_id, class_id) as (
      select class_id, class_id from sold
      union
      select i.sold_id, b.class_id from inside i join bundle_classes b on b.bundle_id = i.class_id
    )
    insert into class_users (class_id, user_id, dateadded, charge_id)
    select distinct on (i.class_id, c.student_id) i.class_id, c.student_id, c.created_at, c.id
    from charges c join inside i on i.sold_id = c.class_id
    where ${meant} and c.student_id is not null
    order by i.class_id, c.student_id, c.created_at, c.id
    on conflict (class_id, user_id) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Returns which of these classes can be enrolled in, and in which of these programs. */
export async function offeredClasses(
  { db }: Context,
  asked: { class_ids: readonly number[]; program_ids: readonly number[] },
): Promise<{ class_id: number; program_id: number }[]> {
  const { rows } = await sql<{ class_id: number; program_id: number }>`
    select l.class_id, l.program_id from class_programs l join classes c on c.id = l.class_id
    where l.class_id = any (${asked.class_ids}::integer[]) and l.program_id = any (${asked.program_ids}::integer[])
      and c.del_flag = 0`.execute(db);
  return rows;
}

type Pair = { class_id: number; user_id: number };

/**
 * Enrols each person in a class that is sold in their program, as {@link offeredClasses} says; who stands there already
 * stays as they are, blocked and cancelled ones too. Answers the enrolments made.
 */
export async function enrolPeople(
  { db }: TransactionContext,
  pairs: readonly Pair[],
): Promise<(Pair & { id: number; program_id: number | null })[]> {
  const class_ids = [...new Set(pairs.map(({ class_id }) => class_id))].sort((a, b) => a - b);
  // In one order for all, beside others who enrol, and never beside whoever deletes the class.
  for (const id of class_ids) await lock(db, peopleOf(id), 'shared');
  const { rows } = await sql<Pair & { id: number; program_id: number | null }>`
    with made as (
      insert into class_users (class_id, user_id)
      select p.class_id, p.user_id from json_populate_recordset(null::class_users, ${JSON.stringify(pairs)}::json) p
        join classes c on c.id = p.class_id and c.del_flag = 0
        join site_users u on u.id = p.user_id and u.del_status = 0
        join class_programs l on l.class_id = p.class_id and l.program_id = u.program_id
      order by p.class_id, p.user_id
      on conflict (class_id, user_id) do nothing
      returning id, class_id, user_id)
    select m.id, m.class_id, m.user_id, c.program_id from made m join classes c on c.id = m.class_id`.execute(
    db,
  );
  return rows;
}

/**
 * Takes back enrolments that are as they were made: nobody has sold, cancelled, blocked or attended them. Those of one
 * program's people alone, null for all; answers which, with the program of the class.
 */
export async function takeBackEnrolments(
  { db }: TransactionContext,
  program_id: number | null,
  ids: readonly number[],
): Promise<{ id: number; class_id: number; user_id: number; program_id: number | null }[]> {
  const { rows } = await sql<{ id: number; class_id: number; user_id: number; program_id: number | null }>`
    delete from class_users e using classes c, site_users u
    where e.id = any (${ids}::integer[]) and c.id = e.class_id and u.id = e.user_id
      and (${program_id}::integer is null or u.program_id = ${program_id}) and e.enrol_status = 0
      and e.cancel_after_refund = 0 and e.charge_id is null
      and not exists (select from attendances a
        where a.class_id = e.class_id and a.user_id = e.user_id)
    returning e.id, e.class_id, e.user_id, c.program_id`.execute(db);
  return rows;
}

/**
 * Cancels an enrolment as the site says, `after_refund` where the money went back; one that is cancelled stays as it is.
 * 404 where the caller sees no such enrolment.
 */
export async function cancelEnrolment(
  context: Context,
  given: { class_id: number; user_id: number; status: Cancellation; after_refund?: boolean },
): Promise<void> {
  await transact(context, async (tx) => {
    const enrolment = await held(tx, given);
    if (enrolment.enrol_status === 1 || enrolment.enrol_status === 3) return;
    const after = { enrol_status: given.status, cancel_after_refund: given.after_refund ? 1 : 0 };
    await tx.db.updateTable('class_users').set(after).where('id', '=', enrolment.id).execute();
    const { enrol_status, cancel_after_refund, program_id } = enrolment;
    const entry = { entity: 'enrolment' as const, entity_id: enrolment.id, action: 'cancel', program_id };
    await audit(tx, { ...entry, before: { enrol_status, cancel_after_refund }, after });
  });
}

async function held(
  { db, actor }: TransactionContext,
  { class_id, user_id }: { class_id: number; user_id: number },
) {
  const found = await db
    .selectFrom('class_users as e')
    .innerJoin('classes as c', 'c.id', 'e.class_id')
    .select(['e.id', 'e.enrol_status', 'e.cancel_after_refund', 'c.program_id'])
    .where('e.class_id', '=', class_id)
    .where('e.user_id', '=', user_id)
    .where(visibleTo(actor, 'c.program_id'))
    .forUpdate('e')
    .executeTakeFirst();
  return found ?? notFound();
}

/** A session as another system knows it; `external_id` is what it calls it. */
export type Session = {
  class_id: number;
  external_id: string;
  start_at: string;
  end_at: string;
  cancelled?: boolean;
};

/** Makes a session, or changes the one of that class and name; answers its id. 400 for an end before the start, 404 for the class. */
export async function recordSession(context: Context, session: Session): Promise<number> {
  const { class_id, external_id, start_at, end_at, cancelled = false } = session;
  if (Date.parse(end_at) <= Date.parse(start_at)) refuse(400, 'A session ends after it has begun');
  return transact(context, async (tx) => {
    const program_id = await homeOf(tx, class_id);
    const { id } = await tx.db
      .insertInto('class_sessions')
      .values({ class_id, external_id, start_at, end_at, cancelled: cancelled ? 1 : 0 })
      .onConflict((conflict) =>
        conflict.columns(['class_id', 'external_id']).doUpdateSet((eb) => ({
          start_at: eb.ref('excluded.start_at'),
          end_at: eb.ref('excluded.end_at'),
          cancelled: eb.ref('excluded.cancelled'),
        })),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(tx, {
      entity: 'class_session',
      entity_id: id,
      action: 'update',
      program_id,
      after: session,
    });
    return id;
  });
}

/**
 * Notes that a student was there, live or by the recording: of a session, or of a class outside of any. Told twice it is one;
 * who earns by it is who teaches the class now. 404 where the caller sees no such session or class at home.
 */
export async function recordAttendance(
  context: Context,
  given: { user_id: number; type: 'live' | 'recording'; attended_at?: string } & (
    | { session_id: number }
    | { class_id: number }
  ),
): Promise<void> {
  await transact(context, async (tx) => {
    const class_id = 'class_id' in given ? given.class_id : await classOf(tx, given.session_id);
    await homeOf(tx, class_id);
    await tx.db
      .insertInto('attendances')
      .values({ ...given, class_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

async function classOf({ db }: TransactionContext, session_id: number): Promise<number> {
  const session = await db
    .selectFrom('class_sessions')
    .select('class_id')
    .where('id', '=', session_id)
    .executeTakeFirst();
  return session?.class_id ?? notFound();
}

async function homeOf({ db, actor }: TransactionContext, class_id: number): Promise<number | null> {
  const found = await db
    .selectFrom('classes as c')
    .select('c.program_id')
    .where('c.id', '=', class_id)
    .where(visibleTo(actor, 'c.program_id'))
    .executeTakeFirst();
  return found ? found.program_id : notFound();
}
