import { sql } from 'kysely';
import { notFound } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { type Db, lockAll } from '../../../server/db/client.ts';
import { auditAll } from '../../../server/nouns/audit.ts';
import { sourceOf } from '../../../server/sites/site-caller.ts';
import { peopleOf } from './class-users.ts';

/** Enrolments as they stand on the site: cancelled by the student, or by the site. */
type Cancellation = 1 | 3;

/** The status of an enrolment `e` as sites know it: one that went with a refund is cancelled as by the site, and not active. */
export const toldStatus = sql<number>`case when e.enrol_status = 0 and e.cancel_after_refund = 1 then 3 else e.enrol_status end`;

/**
 * Enrols the buyers of these sales, or of all, in what they bought, of a bundle in every class within as well. Who is
 * enrolled already stays as they are, also where an admin has blocked them; whoever had left before one of these sales,
 * and pays again, has the place again, but by a sale that is imported. Answers how many enrolments were made or given back.
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
    insert into class_users (class_id, user_id, dateadded, charge_id, source)
    select distinct on (i.class_id, c.student_id) i.class_id, c.student_id, c.created_at, c.id, c.source
    from charges c join inside i on i.sold_id = c.class_id
    where ${meant} and c.student_id is not null
    order by i.class_id, c.student_id, c.created_at, c.id
    on conflict (class_id, user_id) do ${sales === 'every' ? sql`nothing` : BOUGHT_ANEW}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const BOUGHT_ANEW = sql`update set enrol_status = 0, cancel_after_refund = 0
  where class_users.cancelled_at < excluded.dateadded and class_users.enrol_status <> 5 and excluded.source <> 'import'`;

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
 * stays as they are, blocked and cancelled ones too. Answers the enrolments made. By a site: in what that site sells,
 * wherever the person is at home, and at the moment that is given.
 */
export async function enrolPeople(
  { db, site }: TransactionContext,
  pairs: readonly (Pair & { dateadded?: string | undefined })[],
): Promise<(Pair & { id: number; program_id: number | null })[]> {
  const class_ids = [...new Set(pairs.map(({ class_id }) => class_id))].toSorted((a, b) => a - b);
  // In one order for all, beside others who enrol, and never beside whoever deletes the class.
  await lockAll(db, class_ids.map(peopleOf), 'shared');
  const [columns, values] = site
    ? [sql`, source, dateadded`, sql`, ${sourceOf(site)}, coalesce(p.dateadded, provost_now())`]
    : [sql``, sql``];
  const seller = site ? sql`${site.program_id}::integer` : sql`u.program_id`;
  const { rows } = await sql<Pair & { id: number; program_id: number | null }>`
    with made as (
      insert into class_users (class_id, user_id${columns})
      select p.class_id, p.user_id${values} from json_populate_recordset(null::class_users, ${JSON.stringify(pairs)}::json) p
        join classes c on c.id = p.class_id and c.del_flag = 0
        join site_users u on u.id = p.user_id and u.del_status = 0
        join class_programs l on l.class_id = p.class_id and l.program_id = ${seller}
      order by p.class_id, p.user_id
      on conflict (class_id, user_id) do nothing
      returning id, class_id, user_id)
    select m.id, m.class_id, m.user_id, c.program_id from made m join classes c on c.id = m.class_id`.execute(
    db,
  );
  return rows;
}

/** Takes back enrolments that are as they were made, of one program's people or (null) of all; answers which, with the program of the class. */
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

type Cancelling = Pair & { status: Cancellation; after_refund?: boolean };

/** Cancels an enrolment as the site says, `after_refund` where money went back; a cancelled one stays. 404 where the caller sees no such enrolment. */
export async function cancelEnrolment(context: Context, given: Cancelling): Promise<void> {
  const [cancelled] = await transact(context, (tx) => cancelEnrolments(tx, [given]));
  if (!cancelled) notFound();
}

/** Cancels enrolments as {@link cancelEnrolment}; answers for each, in order, how it stands and whether this cancelled it, null for an invisible one. */
export async function cancelEnrolments(
  tx: TransactionContext,
  given: readonly Cancelling[],
): Promise<({ id: number; enrol_status: number; is_changed: boolean } | null)[]> {
  const standing = new Map((await lockEnrolments(tx, given)).map((one) => [pairKey(one), one]));
  const changed = new Map<Enrolment, Pick<Enrolment, 'enrol_status' | 'cancel_after_refund'>>();
  const answers = given.map((one) => {
    const enrolment = standing.get(pairKey(one));
    if (!enrolment) return null;
    const { id, enrol_status } = changed.get(enrolment)
      ? { ...enrolment, ...changed.get(enrolment) }
      : enrolment;
    if (enrol_status === 1 || enrol_status === 3) return { id, enrol_status, is_changed: false };
    const cancel_after_refund = one.after_refund ? 1 : enrolment.cancel_after_refund;
    changed.set(enrolment, { enrol_status: one.status, cancel_after_refund });
    return { id, enrol_status: one.status, is_changed: true };
  });
  const changes = [...changed].map(([{ id }, after]) => ({ id, ...after }));
  if (changes.length === 0) return answers;
  await sql`update class_users e set enrol_status = n.enrol_status, cancel_after_refund = n.cancel_after_refund
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as n (id integer, enrol_status smallint, cancel_after_refund smallint)
    where e.id = n.id`.execute(tx.db);
  await auditAll(
    tx,
    [...changed].map(([{ id, program_id, enrol_status, cancel_after_refund }, after]) => ({
      entity: 'enrolment',
      entity_id: id,
      action: 'cancel',
      program_id,
      before: { enrol_status, cancel_after_refund },
      after,
    })),
  );
  return answers;
}

type Enrolment = Pair & {
  id: number;
  enrol_status: number;
  cancel_after_refund: number;
  program_id: number | null;
};

export function pairKey({ class_id, user_id }: Pair): string {
  return `${class_id} ${user_id}`;
}

/** Locks in the order of ids, so that two that share some wait for each other and go on. */
async function lockEnrolments(
  { db, actor }: TransactionContext,
  pairs: readonly Pair[],
): Promise<Enrolment[]> {
  const { rows } = await sql<Enrolment>`
    select e.id, e.class_id, e.user_id, e.enrol_status, e.cancel_after_refund, c.program_id
    from class_users e join classes c on c.id = e.class_id
    where (e.class_id, e.user_id) in (select p.class_id, p.user_id
        from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (class_id integer, user_id integer))
      and ${visibleTo(actor, 'c.program_id')}
    order by e.id for no key update of e`.execute(db);
  return rows;
}
