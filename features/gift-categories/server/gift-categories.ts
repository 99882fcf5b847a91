/** LiL Giveaways categories as they are listed. Specification: catalogue-and-configuration.md, section 2. */
import { sql } from 'kysely';
import { notFound, refuseField } from '../../../core/errors.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { type Context, programOf, visibleTo } from '../../../server/context.ts';
import { matchesWordsOrId, offsetOf } from '../../../server/list-query.ts';
import { refuseStale } from '../../../server/stale-saves.ts';
import { type GIFT_CATEGORY_SORTS, type GiftCategory, PROGRAM_SORTS } from '../contract.ts';

export type GiftCategoryFilter = {
  page: number;
  program_id: number;
  name: string;
  sort_by?: (typeof GIFT_CATEGORY_SORTS)[number] | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

/**
 * One page of top-level categories, by id unless another order is asked for, each with its subcategories in the same
 * order; a name finds a category by its own or by one of its subcategories. With a program, what is assigned to it: its
 * own and those of others. 400 for a sort by `featured` or `sort_order` without a program.
 */
export async function pageOfGiftCategories(context: Context, filter: GiftCategoryFilter) {
  const program = programOf(context.actor, filter.program_id);
  const { sort_by = 'id', sort_dest = 'asc' } = filter;
  if (program === null && PROGRAM_SORTS.includes(sort_by)) {
    refuseField('sort_by', `Choose a program to sort by ${sort_by}`);
  }
  const sorted = (query: ReturnType<typeof shown>) =>
    query
      .orderBy(ORDERS[sort_by] ?? sql.ref(`c.${sort_by}`), (order) =>
        sort_dest === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast(),
      )
      .orderBy('c.id', sort_dest);
  const top = shown(context, program)
    .where('c.parent_id', 'is', null)
    .where((eb) =>
      eb.or([
        matchesWordsOrId('c.name_search', 'c.id', filter.name),
        eb.exists(
          eb
            .selectFrom('gift_categories as s')
            .select('s.id')
            .whereRef('s.parent_id', '=', 'c.id')
            .where(matchesWordsOrId('s.name_search', 's.id', filter.name)),
        ),
      ]),
    );
  const [rows, { count }] = await Promise.all([
    categoryColumns(sorted(top)).limit(PAGE_SIZE).offset(offsetOf(filter.page)).execute(),
    top.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  const ids = rows.map(({ id }) => id);
  const below = await categoryColumns(
    sorted(shown(context, program).where('c.parent_id', '=', sql<number>`any (${ids}::integer[])`)),
  ).execute();
  const byParent = Map.groupBy(below, ({ parent_id }) => parent_id);
  return { categories: rows.map((row) => ({ ...row, subcategories: byParent.get(row.id) ?? [] })), count };
}

/**
 * A category of the caller's, with its subcategories and its place in the program (0: in none, or in the caller's own);
 * 404 where there is none.
 */
export async function readGiftCategory(context: Context, id: number, program_id = 0): Promise<GiftCategory> {
  const family = await categoryColumns(
    inProgram(context, programOf(context.actor, program_id))
      .where(visibleTo(context.actor, 'c.program_id'))
      .where((eb) => eb.or([eb('c.id', '=', id), eb('c.parent_id', '=', id)]))
      .orderBy('c.id'),
  ).execute();
  const category = family.find((row) => row.id === id);
  return category
    ? { ...category, subcategories: family.filter(({ parent_id }) => parent_id === id) }
    : notFound();
}

/** A category of the caller's as it is stored, held until the transaction ends. 404, and 409 where `updatedAt` is stale. */
export async function lockGiftCategory({ db, actor }: Context, id: number, updatedAt?: string) {
  const category = await db
    .selectFrom('gift_categories as c')
    .selectAll('c')
    .select(sql<string | null>`admin_email(c.updated_by)`.as('changed_by'))
    .where(visibleTo(actor, 'c.program_id'))
    .where('c.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!category) notFound();
  refuseStale(category, updatedAt);
  return category;
}

export type StoredGiftCategory = Awaited<ReturnType<typeof lockGiftCategory>>;

function shown(context: Context, program: number | null) {
  return inProgram(context, program).$if(program !== null, (query) =>
    query.where('p.category_id', 'is not', null),
  );
}

function inProgram({ db }: Context, program: number | null) {
  return db
    .selectFrom('gift_categories as c')
    .leftJoin('gift_category_programs as p', (join) =>
      join.onRef('p.category_id', '=', 'c.id').on('p.program_id', '=', program),
    );
}

function categoryColumns(query: ReturnType<typeof inProgram>) {
  return query
    .select(['c.id', 'c.name', 'c.active', 'p.sort_order', 'c.parent_id', 'c.auto_assign', 'c.updated_at'])
    .select(sql<boolean>`coalesce(p.featured, false)`.as('featured'))
    .select(sql<number>`coalesce(c.program_id, 0)`.as('program_id'))
    .$narrowType<{ active: 0 | 1 }>();
}

const ORDERS: Partial<Record<(typeof GIFT_CATEGORY_SORTS)[number], ReturnType<typeof sql>>> = {
  name: sql`c.name_search`,
  featured: sql`coalesce(p.featured, false)`,
  sort_order: sql`p.sort_order`,
};
