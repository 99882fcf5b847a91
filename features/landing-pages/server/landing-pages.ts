import { sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import { notFound } from '../../../core/errors.ts';
import type { FilterQuery, PageQuery } from '../../../core/filters.ts';
import { type Context, visibleIn, visibleTo } from '../../../server/context.ts';
import { archivedIn } from '../../../server/nouns/archives/archiving.ts';
import { fieldColumns } from '../../../server/nouns/field-columns.ts';
import { conditionsOf, type List, matchesWords, pageOf, rowsOf } from '../../../server/nouns/list-query.ts';
import {
  LANDING_PAGE_FIELDS,
  type LANDING_PAGE_FILTERS,
  type LANDING_PAGE_SORTS,
  type LandingPage,
} from '../contract.ts';
import { TEMPLATES } from './page-templates.ts';

export async function pageOfLandingPages(
  { db, actor }: Context,
  {
    program_id,
    name,
    archived,
    sort_by = 'id',
    ...asked
  }: PageQuery<typeof LANDING_PAGE_FILTERS, typeof LANDING_PAGE_SORTS>,
) {
  const { rows: pages, ...counted } = await pageOf<LandingPage, Sort>(db, LANDING_PAGE_LIST, {
    matching: matching(actor, { program_id, name, archived }),
    sort_by,
    ...asked,
  });
  return { pages, ...counted, templates: TEMPLATES.map((file_name) => ({ file_name })) };
}

/** 404 where the caller sees none. */
export async function readLandingPage({ db, actor }: Context, id: number): Promise<LandingPage> {
  const own = visibleTo(actor, 'l.program_id');
  const [row] = await rowsOf<LandingPage>(db, LANDING_PAGE_LIST, [own, sql<boolean>`l.id = ${id}`]);
  return row ?? notFound();
}

export function matching(
  actor: Actor,
  { program_id, name, archived }: FilterQuery<typeof LANDING_PAGE_FILTERS>,
) {
  return conditionsOf<typeof LANDING_PAGE_FILTERS>({
    program_id: visibleIn(actor, 'l.program_id', program_id),
    name: matchesWords('l.name_search', name),
    archived: archivedIn('l.archived_at', archived),
  });
}

type Sort = (typeof LANDING_PAGE_SORTS)[number];

export const LANDING_PAGE_LIST: List<Sort> = {
  from: sql`(landing_pages l left join programs p on p.id = l.program_id)`,
  id: sql`l.id`,
  columns: sql`l.id, ${fieldColumns('l', LANDING_PAGE_FIELDS)},
    coalesce(l.program_id, 0) as program_id, p.program_display_name, l.updated_at, l.archived_at`,
  orders: {
    id: sql`l.id`,
    name: sql`l.name_search`,
    template: sql`l.template`,
    program: sql`lower(p.program_display_name)`,
  },
  nullable: ['program'],
};
