/** Instructors with their commission rows. Specification: Instructor commission. */
import { sql } from 'kysely';
import { notFound } from '../../../core/errors.ts';
import { type Context, visibleIn, visibleTo } from '../../../server/context.ts';
import { type List, matchesWordsOrId, pageOf, rowsOf } from '../../../server/nouns/list-query.ts';
import type { Instructor } from '../contract.ts';
import { readGroups } from './groups.ts';
import { inheritedRows } from './inherited-rows.ts';
import { hasWaiting } from './recalculation/waiting-on-cards.ts';

export async function pageOfInstructors(
  context: Context,
  filter: { page: number; name: string; program_id: number; waiting: '' | '1' },
  size?: number,
): Promise<{ instructors: Instructor[]; count: number }> {
  const { rows, count } = await pageOf<InstructorRow, 'id'>(context.db, LIST, {
    matching: [
      visibleIn(context.actor, 'u.program_id', filter.program_id),
      INSTRUCTORS,
      matchesWordsOrId('u.name_search', 'u.id', filter.name),
      await hasWaiting(context, 'instructor', 'u.id', filter.waiting),
    ],
    page: filter.page,
    size,
    sort_by: 'id',
  });
  return { instructors: await withGroups(context, rows), count };
}

/** One instructor; 404 where the caller may not see it. */
export async function readInstructor(context: Context, id: number): Promise<Instructor> {
  const rows = await rowsOf<InstructorRow>(context.db, LIST, [
    visibleTo(context.actor, 'u.program_id'),
    INSTRUCTORS,
    sql<boolean>`u.id = ${id}`,
  ]);
  const [instructor] = await withGroups(context, rows);
  return instructor ?? notFound();
}

type InstructorRow = Pick<Instructor, 'id' | 'first_name' | 'last_name' | 'program_id' | 'site_program'>;

const LIST: List<'id'> = {
  from: sql`site_users u`,
  id: sql`u.id`,
  columns: sql`u.id, u.first_name, u.last_name, coalesce(u.program_id, 0) as program_id, p.program_display_name as site_program`,
  joins: sql`left join programs p on p.id = u.program_id`,
  orders: { id: sql`u.id` },
};

const INSTRUCTORS = sql<boolean>`u.user_type = 'I' and u.del_status = 0`;

async function withGroups(context: Context, rows: readonly InstructorRow[]): Promise<Instructor[]> {
  const ids = rows.map(({ id }) => id);
  const [groupOf, inheritedOf] = await Promise.all([
    readGroups(context, 'instructor', ids),
    inheritedRows(context.db, 'instructor', ids),
  ]);
  return rows.map((row) => ({ ...row, ...groupOf(row.id), inherited: inheritedOf(row.id) }));
}
