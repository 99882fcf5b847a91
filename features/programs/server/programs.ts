/** Programs. Specification: Choosers. */
import { sql } from 'kysely';
import { type Context, visibleTo } from '../../../server/context.ts';
import { type List, matchesWords, pageOf } from '../../../server/list-query.ts';
import type { Program } from '../contract.ts';

type Filters = {
  page?: number;
  status: 'active' | 'all';
  name: string;
  sort_by?: keyof Program;
  sort_dest?: 'asc' | 'desc';
};

/** Programs that the caller may see, by display name unless asked otherwise: a page, or all where none is asked for. */
export async function pageOfPrograms({ actor, db }: Context, filters: Filters) {
  const { page, status, name, sort_by = 'program_display_name', sort_dest = 'asc' } = filters;
  const { rows: programs, count } = await pageOf<Program, keyof Program>(db, LIST, {
    matching: [
      visibleTo(actor, 'p.id'),
      matchesWords('p.name_search', name),
      status === 'active' ? sql<boolean>`p.status = 1` : sql<boolean>`true`,
    ],
    page,
    sort_by,
    sort_dest,
  });
  return { programs, count };
}

const LIST: List<keyof Program> = {
  from: sql`programs p`,
  id: sql`p.id`,
  columns: sql`p.id, p.program_tag, p.program_display_name, p.support_email, p.status`,
  orders: {
    id: sql`p.id`,
    program_tag: sql`p.program_tag`,
    program_display_name: sql`p.program_display_name`,
    support_email: sql`p.support_email`,
    status: sql`p.status`,
  },
};
