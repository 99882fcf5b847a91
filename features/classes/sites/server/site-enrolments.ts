import { sql } from 'kysely';
import { auditAll } from '../../../../server/nouns/audit.ts';
import { type Outcome, rejectField, type SiteTransaction } from '../../../../server/sites/facts.ts';
import { usersHere } from '../../../../server/sites/rows-here.ts';
import { sourceOf } from '../../../../server/sites/site-caller.ts';
import { cancelEnrolments, enrolPeople, pairKey, toldStatus } from '../../server/enrolments.ts';
import type { MovedEnrolment, SiteCancellation } from '../contract.ts';
import { noClass, noUser } from './not-here.ts';

type Enrolled = { enrol_status: number };

/** Enrols people in classes that the site sells; who stands there stays. Rejected (404): a class that it does not sell, a user of no such site. */
export async function bookEnrolments(
  tx: SiteTransaction,
  enrolments: readonly MovedEnrolment[],
): Promise<Outcome<Enrolled>[]> {
  const classes = await soldOf(tx, enrolments);
  const users = await usersHere(
    tx,
    enrolments.map(({ user_id }) => user_id),
  );
  const made = await enrolPeople(
    tx,
    enrolments
      .filter(({ class_id, user_id }) => classes.has(class_id) && users.has(user_id))
      .map(({ class_id, user_id, occurred_at: dateadded }) => ({ class_id, user_id, dateadded })),
  );
  await auditAll(
    tx,
    made.map(({ id, program_id, ...after }) => ({
      entity: 'enrolment',
      entity_id: id,
      action: 'create',
      program_id,
      after,
    })),
  );
  const standing = await standingOf(tx, enrolments);
  const fresh = new Set(made.map(({ id }) => id));
  return enrolments.map((enrolment) => {
    const { class_id, user_id } = enrolment;
    if (!classes.has(class_id)) return noClass(class_id);
    if (!users.has(user_id)) return noUser(user_id);
    const stands = standing.get(pairKey(enrolment));
    // Deleted at the same moment.
    if (!stands) return noClass(class_id);
    return { ...stands, state: fresh.delete(stands.id) ? 'created' : 'unchanged' };
  });
}

const STATUS_BY = { student: 1, site: 3 } as const;

/** Cancels enrolments; rejected (404): a class or user that is not of the site, somebody who has no place in the class. */
export async function bookCancellations(
  tx: SiteTransaction,
  cancellations: readonly SiteCancellation[],
): Promise<Outcome<Enrolled>[]> {
  const classes = await classesHere(
    tx,
    cancellations.map(({ class_id }) => class_id),
  );
  const users = await usersHere(
    tx,
    cancellations.map(({ user_id }) => user_id),
  );
  const right = cancellations.filter(({ class_id, user_id }) => classes.has(class_id) && users.has(user_id));
  const cancelled = (
    await cancelEnrolments(
      tx,
      right.map(({ class_id, user_id, by }) => ({ class_id, user_id, status: STATUS_BY[by] })),
    )
  ).values();
  return cancellations.map(({ class_id, user_id }) => {
    if (!classes.has(class_id)) return noClass(class_id);
    if (!users.has(user_id)) return noUser(user_id);
    const stands = cancelled.next().value;
    if (!stands) return rejectField(404, 'user_id', `The user ${user_id} is not enrolled in this class`);
    const { is_changed, ...enrolled } = stands;
    return { ...enrolled, state: is_changed ? 'created' : 'unchanged' };
  });
}

async function soldOf(
  { db, site }: SiteTransaction,
  enrolments: readonly MovedEnrolment[],
): Promise<Set<number>> {
  const ids = enrolments.map(({ class_id }) => class_id);
  const sold =
    sourceOf(site) === 'import' ? sql`once_sold_here(${ids}::integer[])` : sql`sold_here(${ids}::integer[])`;
  const { rows } = await sql<{ class_id: number }>`select class_id from ${sold}`.execute(db);
  return new Set(rows.map(({ class_id }) => class_id));
}

async function standingOf(
  { db }: SiteTransaction,
  pairs: readonly MovedEnrolment[],
): Promise<Map<string, { id: number; enrol_status: number }>> {
  const { rows } = await sql<{ id: number; class_id: number; user_id: number; enrol_status: number }>`
    select e.id, e.class_id, e.user_id, ${toldStatus} as enrol_status
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (class_id integer, user_id integer)
    join class_users e on e.class_id = p.class_id and e.user_id = p.user_id`.execute(db);
  return new Map(rows.map(({ id, enrol_status, ...pair }) => [pairKey(pair), { id, enrol_status }]));
}

/** Returns which of these classes the site sells or has sold, deleted ones too: what was there once can be over. */
async function classesHere({ db }: SiteTransaction, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from classes where id = any (${ids}::integer[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
