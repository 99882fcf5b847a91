/** Classes with their commission rows. Specification: commissions-and-events.md, section 2.3. */
import { sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { notFound } from '../../../core/errors.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { type Context, programOf, visibleTo } from '../../../server/context.ts';
import { matchesWords, matchesWordsOrId, offsetOf } from '../../../server/list-query.ts';
import type { ClassGroup } from '../contract.ts';
import { readGroups } from './groups.ts';

type Filter = { page: number; program_id: number; instructor_name: string; name: string };

/** One page in order of id, and how many there are in all; the program is the instructor's. */
export async function pageOfClasses(
  context: Context,
  filter: Filter,
): Promise<{ classes: ClassGroup[]; count: number }> {
  const [ids, { count }] = await Promise.all([
    matching(context, filter)
      .select('c.id')
      .orderBy('c.id')
      .limit(PAGE_SIZE)
      .offset(offsetOf(filter.page))
      .execute(),
    matching(context, filter)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    classes: await readClasses(
      context,
      ids.map(({ id }) => id),
    ),
    count,
  };
}

/** One class; 404 where the caller may not see its instructor. */
export async function readClass(context: Context, id: number): Promise<ClassGroup> {
  const [found] = await readClasses(context, [id]);
  return found ?? notFound();
}

function matching(context: Context, filter: Filter) {
  const program = programOf(context.actor, filter.program_id);
  const byInstructor = program !== null || filter.instructor_name !== '' || !isGlobal(context.actor);
  const classes = context.db
    .selectFrom('classes as c')
    .where(matchesWordsOrId('c.name_search', 'c.id', filter.name));
  // Without a condition on the instructor the count and the page need no join.
  return classes.$if(byInstructor, (query) =>
    query.where((eb) =>
      eb(
        'c.instructor_id',
        'in',
        eb
          .selectFrom('site_users as u')
          .select('u.id')
          .where('u.user_type', '=', 'I')
          .where('u.del_status', '=', 0)
          .where(matchesWords('u.name_search', filter.instructor_name))
          .where(visibleTo(context.actor, 'u.program_id'))
          .$if(program !== null, (users) => users.where('u.program_id', '=', program)),
      ),
    ),
  );
}

async function readClasses(context: Context, ids: readonly number[]): Promise<ClassGroup[]> {
  const rows = await context.db
    .selectFrom('classes as c')
    .leftJoin('site_users as u', 'u.id', 'c.instructor_id')
    .leftJoin('programs as p', 'p.id', 'u.program_id')
    .select([
      'c.id',
      'c.class_name',
      'c.instructor_id',
      'u.program_id',
      'p.program_display_name as site_program',
      sql<string | null>`nullif(btrim(u.first_name || ' ' || u.last_name), '')`.as('instructor_name'),
    ])
    .where('c.id', '=', sql<number>`any (${ids}::integer[])`)
    .where(visibleTo(context.actor, 'u.program_id'))
    .orderBy('c.id')
    .execute();
  const groupOf = await readGroups(
    context,
    'class',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, ...groupOf(row.id) }));
}
