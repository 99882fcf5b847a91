import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import { notFound } from '../../../core/errors.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { fieldColumns } from '../../../server/nouns/field-columns.ts';
import {
  type Conditions,
  type List,
  matchesWordsOrId,
  pageOf,
  rowsOf,
} from '../../../server/nouns/list-query.ts';
import type { PROGRAM_SORTS } from '../contract.ts';
import {
  LISTED_PROGRAM_FIELDS,
  PROGRAM_FIELDS,
  type Program,
  type ProgramDetails,
} from '../program-schemas.ts';
import { PROGRAM_TEXTS } from '../rules.ts';
import { tagsOf } from './program-tags.ts';

type Sort = (typeof PROGRAM_SORTS)[number];

type Filters = {
  page?: number;
  page_of?: number | undefined;
  status: 'active' | 'all';
  name: string;
  sort_by?: Sort;
  sort_dest?: 'asc' | 'desc';
};

/** Programs that the caller may see, by display name unless asked otherwise: a page, or all where none is asked for. */
export async function pageOfPrograms({ actor, db }: Context, filters: Filters) {
  const { page, page_of, status, name, sort_by = 'program_display_name', sort_dest = 'asc' } = filters;
  const { rows: programs, ...counted } = await pageOf<Program, Sort>(db, PROGRAM_LIST, {
    matching: matching(actor, { status, name }),
    page,
    page_of,
    sort_by,
    sort_dest,
  });
  return { programs, ...counted };
}

export function matching(actor: Actor, { status, name }: Pick<Filters, 'status' | 'name'>): Conditions {
  return [
    visibleTo(actor, 'p.id'),
    matchesWordsOrId('p.name_search', 'p.id', name),
    status === 'active' ? sql<boolean>`p.status = 1` : sql<boolean>`true`,
  ];
}

/** Returns a program with texts and tags; throws a 404 for an invisible one. */
export async function readProgram({ actor, db }: Context, id: number): Promise<ProgramDetails> {
  const [row] = await rowsOf<Omit<ProgramDetails, 'tags'>>(
    db,
    { from: PROGRAM_LIST.from, columns: DETAILS },
    [visibleTo(actor, 'p.id'), sql<boolean>`p.id = ${id}`],
  );
  return row ? { ...row, tags: await tagsOf(db, id) } : notFound();
}

const COLUMNS = sql`p.id, ${fieldColumns('p', LISTED_PROGRAM_FIELDS)}, p.status`;

export const PROGRAM_LIST: List<Sort> = {
  from: sql`programs p`,
  id: sql`p.id`,
  columns: COLUMNS,
  orders: {
    id: sql`p.id`,
    program_tag: sql`p.program_tag`,
    program_display_name: sql`p.program_display_name`,
    support_email: sql`p.support_email`,
    status: sql`p.status`,
  },
};

const DETAILS: RawBuilder<unknown> = sql`${COLUMNS}, ${fieldColumns('p', PROGRAM_FIELDS)}, site_key_at(p.id) as site_key_at, p.updated_at,
  json_build_object(${sql.join(
    [...PROGRAM_TEXTS, 'populate_discount'].flatMap((name) => [sql.lit(name), sql.ref(`p.${name}`)]),
  )}) as data`;
