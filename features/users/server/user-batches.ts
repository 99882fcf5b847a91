/** Many users at once, as a file brings them: what saves of one write, in one statement each. Specification: Import of users. */
import { sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { type TransactionContext, visibleTo } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { NEW_USER } from '../rules.ts';
import { holdCommissions } from './site-user-saves.ts';

export const BATCH_COLUMNS = [
  'first_name',
  'last_name',
  'user_type',
  'program_id',
  'locale',
  'timezone',
  'membership',
  'membership_at',
  'status',
  'gulfpower_empid',
  'experience',
  'student_profession',
  'more_about_you',
  'password_hash',
] as const;
export type BatchColumn = (typeof BATCH_COLUMNS)[number];
export type BatchUser = Record<BatchColumn, string | number | null>;

export type KnownAddress = {
  key: string;
  taken: boolean;
  user: (BatchUser & { id: number; email_key: string; updated_at: string }) | null;
};

const COLUMNS = sql.join(BATCH_COLUMNS.map((column) => sql.ref(column)));

/** Returns the owners of these addresses in order; for users the actor may not see, only that it is taken. `hold` locks them. */
export async function knownAddresses(
  { db, actor }: { db: Db; actor: TransactionContext['actor'] },
  emails: readonly string[],
  hold: boolean,
): Promise<KnownAddress[]> {
  // Once for each address: left to the join, it would be worked out for each pair.
  const { rows: keys } = await sql<{ key: string }>`
    select address_key(e.email) as key from unnest(${emails}::text[]) with ordinality e (email, place) order by e.place`.execute(
    db,
  );
  const wanted = keys.map(({ key }) => key);
  if (hold)
    await sql`select id from site_users where del_status = 0 and email_key = any (${wanted}::text[])
      order by id for no key update`.execute(db);
  const taken = isGlobal(actor) ? sql`false` : sql`u.id is null and email_is_taken(e.email, null)`;
  const { rows } = await sql<KnownAddress>`
    select e.key, ${taken} as taken, case when u.id is not null then row_to_json(u) end as user
    from unnest(${emails}::text[], ${wanted}::text[]) with ordinality e (email, key, place)
    left join (select u.id, u.email_key, u.updated_at, ${COLUMNS} from site_users u
      where u.del_status = 0 and u.email_key = any (${wanted}::text[]) and ${visibleTo(actor, 'u.program_id')}) u
      on u.email_key = e.key
    order by e.place`.execute(db);
  return rows;
}

export type Saved = { id: number; email_key: string; updated_at: string };

/** Makes users, each with a home program; an address that somebody else has taken meanwhile makes none, and is not answered. */
export async function createUsers(
  { db, actor }: TransactionContext,
  users: readonly (Partial<BatchUser> & { email: string; program_id: number })[],
): Promise<Saved[]> {
  if (users.length === 0) return [];
  const { del_status, approved, viewable, ...usual } = NEW_USER;
  const rows = users.map((user) => ({
    ...usual,
    ...NOTHING,
    ...user,
    approved,
    viewable,
    del_status,
    updated_by: actor.admin_id || null,
  }));
  const { rows: made } = await sql<Saved>`
    insert into site_users (email, ${COLUMNS}, approved, viewable, del_status, updated_by)
    select email, ${COLUMNS_WITH_MOMENT}, approved, viewable, del_status, updated_by
    from json_populate_recordset(null::site_users, ${JSON.stringify(rows)}::json)
    order by address_key(email)
    on conflict (email_key) where del_status = 0 do nothing
    returning id, email_key, updated_at`.execute(db);
  return made;
}

/** Writes all columns of users who are held; answers when. */
export async function updateUsers(
  tx: TransactionContext,
  users: readonly (BatchUser & { id: number })[],
): Promise<Saved[]> {
  const { db, actor } = tx;
  if (users.length === 0) return [];
  await holdMovers(tx, users);
  const { rows } = await sql<Saved>`
    update site_users u set ${setFrom('r')}, ${mark(actor.admin_id)}
    from json_populate_recordset(null::site_users, ${JSON.stringify(users)}::json) r
    where u.id = r.id returning u.id, u.email_key, u.updated_at`.execute(db);
  return rows;
}

type Mark = { user_id: number; marked_at: string };

/**
 * Puts users back to what they were, and deletes those of whom there was nothing, unless somebody has saved them since
 * `marked_at`, or those who were made have coins, tickets, sales or classes by now; `program_id` null: of any program,
 * else of that one, and back to it. Answers whom it reached, with the moment of it.
 */
export async function putBackUsers(
  tx: TransactionContext,
  program_id: number | null,
  marks: readonly (Mark & { before: BatchUser | null })[],
): Promise<Map<number, string>> {
  const { db, actor } = tx;
  const whose = program_id === null ? sql`true` : sql`m.program_id = ${program_id}`;
  const where = program_id === null ? sql`true` : sql`r.program_id = ${program_id}`;
  const changed = marks.filter(({ before }) => before !== null);
  const made = marks.filter(({ before }) => before === null);
  const held = sql`select id from site_users where id = any (${marks.map(({ user_id }) => user_id)}::integer[])
    order by id for no key update`;
  await held.execute(db);
  await holdMovers(
    tx,
    changed.map(({ user_id, before }) => ({ id: user_id, program_id: before?.program_id ?? null })),
  );
  const restored = await sql<{ id: number; updated_at: string }>`
    with ${markedOf(changed)}
    update site_users u set ${setFrom('r')}, ${mark(actor.admin_id)}
    from json_populate_recordset(null::site_users, ${JSON.stringify(
      changed.map(({ user_id, marked_at, before }) => ({ ...before, id: user_id, updated_at: marked_at })),
    )}::json) r join marked m on m.id = r.id and m.updated_at = r.updated_at
    where u.id = m.id and m.del_status = 0 and ${whose} and ${where}
    returning u.id, u.updated_at`.execute(db);
  const deleted = await sql<{ id: number; updated_at: string }>`
    with ${markedOf(made)}
    update site_users u set del_status = 1, ${mark(actor.admin_id)}
    from json_populate_recordset(null::site_users, ${JSON.stringify(
      made.map(({ user_id, marked_at }) => ({ id: user_id, updated_at: marked_at })),
    )}::json) r join marked m on m.id = r.id and m.updated_at = r.updated_at
    where u.id = m.id and m.del_status = 0 and ${whose} and not ${HAS_LIVED}
    returning u.id, u.updated_at`.execute(db);
  return new Map([...restored.rows, ...deleted.rows].map(({ id, updated_at }) => [id, updated_at]));
}

/** Apart: before the table is analysed the planner would compare every user there is with each of these. */
function markedOf(marks: readonly Mark[]) {
  return sql`marked as materialized (select id, program_id, del_status, updated_at from site_users
    where id = any (${marks.map(({ user_id }) => user_id)}::integer[]))`;
}

async function holdMovers(
  tx: TransactionContext,
  users: readonly { id: number; program_id: string | number | null }[],
): Promise<void> {
  const homes = JSON.stringify(users.map(({ id, program_id }) => ({ id, program_id })));
  const { rows } = await sql<{ id: number }>`
    select u.id from json_populate_recordset(null::site_users, ${homes}::json) r join site_users u on u.id = r.id
    where u.program_id is distinct from r.program_id and u.user_type <> 'S' order by u.id`.execute(tx.db);
  for (const { id } of rows) await holdCommissions(tx, id);
}

/** Condition that others gave, sold or paid the user something since, which the user's own row does not show. */
const HAS_LIVED = sql`(exists (select from lilt_entries l where l.user_id = m.id)
  or exists (select from payment_settings p where p.user_id = m.id)
  or exists (select from tickets t where t.user_id = m.id)
  or exists (select from gift_purchases g where g.user_id = m.id)
  or exists (select from charges c where c.student_id = m.id)
  or exists (select from charges c where c.instructor_id = m.id)
  or exists (select from classes c where c.instructor_id = m.id))`;

const NOTHING = {
  first_name: '',
  last_name: '',
  gulfpower_empid: '',
  experience: '',
  student_profession: '',
  more_about_you: '',
  password_hash: null,
};

/** A member from now on is one from this moment on. */
const COLUMNS_WITH_MOMENT = sql.join(
  BATCH_COLUMNS.map((column) =>
    column === 'membership_at'
      ? sql`case when membership = 1 then coalesce(membership_at, provost_now()) end`
      : sql.ref(column),
  ),
);

function setFrom(row: string) {
  return sql.join(
    BATCH_COLUMNS.map((column) =>
      column === 'membership_at'
        ? sql`membership_at = case when ${sql.ref(row)}.membership = 1
            then coalesce(${sql.ref(row)}.membership_at, provost_now()) end`
        : sql`${sql.ref(column)} = ${sql.ref(row)}.${sql.ref(column)}`,
    ),
  );
}

function mark(admin_id: number) {
  return sql`updated_at = greatest(provost_now(), u.updated_at + interval '1 millisecond'),
    updated_by = ${admin_id || null}`;
}
