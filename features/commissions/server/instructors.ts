/** Instructors with their commission rows. Specification: commissions-and-events.md, section 2.1. */
import { notFound } from '../../../core/errors.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { type Context, programOf, visibleTo } from '../../../server/context.ts';
import { matchesWordsOrId, offsetOf } from '../../../server/list-query.ts';
import type { Instructor } from '../contract.ts';
import { readGroups } from './groups.ts';

/** One page in order of id, and how many there are in all. */
export async function pageOfInstructors(
  context: Context,
  filter: { page: number; name: string; program_id: number },
): Promise<{ instructors: Instructor[]; count: number }> {
  const matching = instructors(context)
    .where(matchesWordsOrId('u.name_search', 'u.id', filter.name))
    .$if(programOf(context.actor, filter.program_id) !== null, (query) =>
      query.where('u.program_id', '=', programOf(context.actor, filter.program_id)),
    );
  const [rows, { count }] = await Promise.all([
    matching
      .leftJoin('programs as p', 'p.id', 'u.program_id')
      .select(COLUMNS)
      .orderBy('u.id')
      .limit(PAGE_SIZE)
      .offset(offsetOf(filter.page))
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { instructors: await withGroups(context, rows), count };
}

/** One instructor; 404 where the caller may not see it. */
export async function readInstructor(context: Context, id: number): Promise<Instructor> {
  const rows = await instructors(context)
    .leftJoin('programs as p', 'p.id', 'u.program_id')
    .select(COLUMNS)
    .where('u.id', '=', id)
    .execute();
  const [instructor] = await withGroups(context, rows);
  return instructor ?? notFound();
}

const COLUMNS = [
  'u.id',
  'u.first_name',
  'u.last_name',
  'u.program_id',
  'p.program_display_name as site_program',
] as const;

function instructors({ db, actor }: Context) {
  return db
    .selectFrom('site_users as u')
    .where('u.user_type', '=', 'I')
    .where('u.del_status', '=', 0)
    .where(visibleTo(actor, 'u.program_id'));
}

async function withGroups(
  context: Context,
  rows: Pick<Instructor, 'id' | 'first_name' | 'last_name' | 'program_id' | 'site_program'>[],
): Promise<Instructor[]> {
  const groupOf = await readGroups(
    context,
    'instructor',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, ...groupOf(row.id) }));
}
