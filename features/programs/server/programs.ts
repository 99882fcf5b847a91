/** Programs. Specification: api.md, "Reads whose paths were not shown". */
import { sql } from 'kysely';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { matchesWords, offsetOf } from '../../../server/list-query.ts';
import type { Program } from '../contract.ts';

type Filters = {
  page?: number;
  status: 'active' | 'all';
  name: string;
  sort_by?: keyof Program;
  sort_dest?: 'asc' | 'desc';
};

/** Programs that the caller may see, by display name unless asked otherwise: a page, or all where none is asked for. */
export async function programsPage({ actor, db }: Context, filters: Filters) {
  const { page, status, name, sort_by = 'program_display_name', sort_dest = 'asc' } = filters;
  const matching = db
    .selectFrom((from) =>
      from
        .selectFrom('programs')
        .select(['id', 'program_tag', 'program_display_name', 'support_email', 'status'])
        .select(sql<string>`lower(program_display_name)`.as('name_search'))
        .as('p'),
    )
    .where(visibleTo(actor, 'p.id'))
    .where(matchesWords('p.name_search', name))
    .$if(status === 'active', (query) => query.where('p.status', '=', 1));
  const programs = await matching
    .select(['p.id', 'p.program_tag', 'p.program_display_name', 'p.support_email', 'p.status'])
    .orderBy(`p.${sort_by}`, sort_dest)
    .orderBy('p.id')
    .$if(page !== undefined, (query) => query.limit(PAGE_SIZE).offset(offsetOf(page ?? 1)))
    .execute();
  const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return { programs, count };
}
