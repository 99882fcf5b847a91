import { sql } from 'kysely';
import { isGlobal } from '../../../../core/access.ts';
import { notFound } from '../../../../core/errors.ts';
import {
  type Context,
  type TransactionContext,
  transactWithoutTenantScope,
  visibleTo,
} from '../../../../server/context.ts';
import { type Conditions, inDates, type List, pageOf } from '../../../../server/nouns/list-query.ts';
import type { Attendance } from '../contract.ts';
import type { AttendanceType } from '../rules.ts';
import { type Pool, partsOf, poolsAt, seenPool } from './pools.ts';
import { rangeOf } from './range.ts';

/**
 * Lists the attendances a row counts, newest first; 0 is the site itself. Names of invisible classes and
 * students are null; those reported after the pool was frozen are marked late, where the caller sees the
 * pool. Throws a 404 for an invisible instructor; the site is for global admins.
 */
export async function pageOfAttendances(
  context: Context,
  { instructor_id = 0, dates, page }: { instructor_id?: number | undefined; dates: string; page: number },
): Promise<{ transactions: Attendance[]; count: number }> {
  await seenInstructor(context, instructor_id);
  const { rows, count, pool, late } = await transactWithoutTenantScope(context, async (above) => {
    const range = await rangeOf(above, dates);
    const teaches =
      instructor_id === 0
        ? sql<boolean>`a.instructor_id is null`
        : sql<boolean>`a.instructor_id = ${instructor_id}`;
    const matching = [teaches, inDates('a.attended_at', range.dates)] as const;
    const { pool } = await poolsAt(above, range);
    const late = pool && (await firstLate(above, { pool, instructor_id, matching }));
    const found = await pageOf<AttendanceRow, 'created_at'>(above.db, LIST, {
      matching,
      page,
      sort_by: 'created_at',
      sort_dest: 'desc',
    });
    return { ...found, pool, late };
  });
  const seen = await seenPool(context, pool);
  const classes = await namesOf(
    context,
    'classes',
    rows.map(({ class_id }) => class_id),
  );
  const students = await namesOf(
    context,
    'site_users',
    rows.map(({ user_id }) => user_id),
  );
  return {
    transactions: rows.map(({ id, created_at, class_id, user_id, type }) => ({
      id,
      created_at,
      created_att: created_at,
      class_name: classes.get(class_id) ?? null,
      student_name: students.get(user_id) ?? null,
      type,
      is_late: seen !== null && id >= (late?.get(type) ?? Number.POSITIVE_INFINITY),
    })),
    count,
  };
}

type AttendanceRow = {
  id: number;
  created_at: string;
  class_id: number;
  user_id: number;
  type: AttendanceType;
};

const LIST: List<'created_at'> = {
  from: sql`attendances a`,
  id: sql`a.id`,
  columns: sql`a.id, a.attended_at as created_at, a.class_id, a.user_id, a.type`,
  orders: { created_at: sql`a.attended_at` },
};

/** Returns for each type the id of the first attendance after the freeze, in order of reporting, from the counts in the pool. */
async function firstLate(
  above: TransactionContext,
  { pool, instructor_id, matching }: { pool: Pool; instructor_id: number; matching: Conditions },
): Promise<ReadonlyMap<AttendanceType, number>> {
  const parts = await partsOf(above, pool);
  const { live = 0, recordings = 0 } = parts.find(({ user_id }) => (user_id ?? 0) === instructor_id) ?? {};
  const { rows } = await sql<{ type: AttendanceType; id: number }>`
    select type, id from (
      select a.id, a.type, row_number() over (partition by a.type order by a.id) as nth
      from attendances a where ${sql.join(matching, sql` and `)}) told
    where nth = 1 + case type when 'live' then ${live}::integer else ${recordings}::integer end`.execute(
    above.db,
  );
  return new Map(rows.map(({ type, id }) => [type, id]));
}

async function seenInstructor({ db, actor }: Context, id: number): Promise<void> {
  if (id === 0) {
    if (!isGlobal(actor)) notFound();
    return;
  }
  const found = await db
    .selectFrom('site_users as u')
    .select('u.id')
    .where('u.id', '=', id)
    .where(visibleTo(actor, 'u.program_id'))
    .executeTakeFirst();
  if (!found) notFound();
}

const NAMES = {
  classes: sql`select id, class_name as name from classes`,
  site_users: sql`select id, nullif(btrim(first_name || ' ' || last_name), '') as name from site_users`,
};

/** Reads within the caller's own scope. */
async function namesOf({ db }: Context, table: keyof typeof NAMES, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string | null }>`
    ${NAMES[table]} where id = any (${ids}::integer[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
