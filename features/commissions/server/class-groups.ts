/** Classes with their commission rows. Specification: Class commission. */
import { type Expression, type SqlBool, sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { notFound } from '../../../core/errors.ts';
import { type Context, programOf, visibleIn, visibleTo } from '../../../server/context.ts';
import {
  type List,
  matchesWords,
  matchesWordsOrId,
  pageOf,
  rowsOf,
} from '../../../server/nouns/list-query.ts';
import type { ClassGroup } from '../contract.ts';
import { readGroups } from './groups.ts';
import { inheritedRows } from './inherited-rows.ts';
import { hasWaiting } from './recalculation/waiting-on-cards.ts';

type Filter = { page: number; program_id: number; instructor_name: string; name: string; waiting: '' | '1' };

/** One page in order of id, and how many there are in all; the program is the instructor's. */
export async function pageOfClasses(
  context: Context,
  filter: Filter,
  size?: number,
): Promise<{ classes: ClassGroup[]; count: number }> {
  const { rows, count } = await pageOf<ClassGroupRow, 'id'>(context.db, LIST, {
    matching: [
      taught(context, filter),
      matchesWordsOrId('c.name_search', 'c.id', filter.name),
      await hasWaiting(context, 'class', 'c.id', filter.waiting),
    ],
    page: filter.page,
    size,
    sort_by: 'id',
  });
  return { classes: await withGroups(context, rows), count };
}

/** One class; 404 where the caller may not see its instructor. */
export async function readClass(context: Context, id: number): Promise<ClassGroup> {
  const matching = [visibleTo(context.actor, 'u.program_id'), sql<boolean>`c.id = ${id}`] as const;
  const [found] = await withGroups(context, await rowsOf<ClassGroupRow>(context.db, LIST, matching));
  return found ?? notFound();
}

/** The scope: a class is seen by those who see its instructor. Without a condition on the instructor there is no join. */
function taught({ actor }: Context, { program_id, instructor_name }: Filter): Expression<SqlBool> {
  if (isGlobal(actor) && programOf(actor, program_id) === null && instructor_name === '') return sql`true`;
  return sql<boolean>`c.instructor_id in (select u.id from site_users u
    where u.user_type = 'I' and u.del_status = 0 and ${visibleIn(actor, 'u.program_id', program_id)}
      and ${matchesWords('u.name_search', instructor_name)})`;
}

type ClassGroupRow = Pick<
  ClassGroup,
  'id' | 'class_name' | 'instructor_id' | 'program_id' | 'site_program' | 'instructor_name'
>;

const LIST: List<'id'> = {
  from: sql`classes c`,
  id: sql`c.id`,
  columns: sql`c.id, c.class_name, c.instructor_id, coalesce(u.program_id, 0) as program_id, p.program_display_name as site_program,
    nullif(btrim(u.first_name || ' ' || u.last_name), '') as instructor_name`,
  joins: sql`left join site_users u on u.id = c.instructor_id left join programs p on p.id = u.program_id`,
  orders: { id: sql`c.id` },
};

async function withGroups(context: Context, rows: readonly ClassGroupRow[]): Promise<ClassGroup[]> {
  const ids = rows.map(({ id }) => id);
  const [groupOf, inheritedOf] = await Promise.all([
    readGroups(context, 'class', ids),
    inheritedRows(context.db, 'class', ids),
  ]);
  return rows.map((row) => ({ ...row, ...groupOf(row.id), inherited: inheritedOf(row.id) }));
}
