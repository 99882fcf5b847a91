import { type Expression, type SqlBool, sql } from 'kysely';
import { notFound, refuseField } from '../../../core/errors.ts';
import type { PageQuery } from '../../../core/filters.ts';
import { type Context, programOf, visibleTo } from '../../../server/context.ts';
import { fieldColumns } from '../../../server/nouns/field-columns.ts';
import {
  byPlace,
  conditionsOf,
  type List,
  matchesWordsOrId,
  pageOf,
} from '../../../server/nouns/list-query.ts';
import {
  GIFT_CATEGORY_FIELDS,
  type GIFT_CATEGORY_FILTERS,
  type GIFT_CATEGORY_SORTS,
  type GiftCategory,
  PROGRAM_SORTS,
} from '../contract.ts';

/** Sorts by id by default; finds categories by subcategories too. With a program, what is assigned to it, an orphan as a row. 400 for its sorts without one. */
export async function pageOfGiftCategories(
  context: Context,
  filter: PageQuery<typeof GIFT_CATEGORY_FILTERS, typeof GIFT_CATEGORY_SORTS>,
  size?: number,
) {
  const program = programOf(context.actor, filter.program_id);
  const { sort_by = 'id', sort_dest = 'asc' } = filter;
  if (program === null && PROGRAM_SORTS.includes(sort_by)) {
    refuseField('sort_by', `Choose a program to sort by ${sort_by}`);
  }
  const named = (row: string) => matchesWordsOrId(`${row}.name_search`, `${row}.id`, filter.name);
  const { rows, ...counted } = await pageOf<Row, Sort>(context.db, listIn(program), {
    matching: [
      ...conditionsOf<typeof GIFT_CATEGORY_FILTERS>({
        program_id: shownIn(program, 'c.id'),
        name: sql<boolean>`(${named('c')} or exists (
        select from gift_categories s where s.parent_id = c.id and ${shownIn(program, 's.id')} and ${named('s')}))`,
      }),
      sql<boolean>`(c.parent_id is null or not ${shownIn(program, 'c.parent_id')})`,
    ],
    page: filter.page,
    page_of: filter.page_of,
    size,
    sort_by,
    sort_dest,
  });
  const ids = rows.map(({ id }) => id);
  const { rows: below } = await pageOf<Row, Sort>(context.db, listIn(program), {
    matching: [shownIn(program, 'c.id'), sql<boolean>`c.parent_id = any (${ids}::integer[])`],
    sort_by,
    sort_dest,
  });
  const byParent = Map.groupBy(below, ({ parent_id }) => parent_id);
  return {
    categories: rows.map((row) => ({ ...row, subcategories: byParent.get(row.id) ?? [] })),
    ...counted,
  };
}

/** Returns a category with its place in the program (0: none, or the caller's own); throws a 404 for an unknown one. */
export async function readGiftCategory(context: Context, id: number, program_id = 0): Promise<GiftCategory> {
  const { rows: family } = await pageOf<Row, Sort>(context.db, listIn(programOf(context.actor, program_id)), {
    matching: [visibleTo(context.actor, 'c.program_id'), sql<boolean>`(c.id = ${id} or c.parent_id = ${id})`],
    sort_by: 'id',
  });
  const category = family.find((row) => row.id === id);
  return category
    ? { ...category, subcategories: family.filter(({ parent_id }) => parent_id === id) }
    : notFound();
}

type Sort = (typeof GIFT_CATEGORY_SORTS)[number];
type Row = Omit<GiftCategory, 'subcategories'>;

/** Returns the condition that the program shows the category in `column`; null shows all. */
function shownIn(program: number | null, column: string): Expression<SqlBool> {
  if (program === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`exists (select from gift_category_programs o
    where o.category_id = ${sql.ref(column)} and o.program_id = ${program})`;
}

function listIn(program: number | null): List<Sort> {
  return {
    from: sql`(gift_categories c
      left join gift_category_programs p on p.category_id = c.id and p.program_id = ${program})`,
    id: sql`c.id`,
    columns: sql`c.id, ${fieldColumns('c', GIFT_CATEGORY_FIELDS)}, p.sort_order, t.name as parent_name, c.updated_at,
      coalesce(p.featured, false) as featured, coalesce(c.program_id, 0) as program_id`,
    joins: sql`left join gift_categories t on t.id = c.parent_id`,
    orders: {
      id: sql`c.id`,
      name: sql`c.name_search`,
      active: sql`c.active`,
      featured: sql`coalesce(p.featured, false)`,
      sort_order: byPlace('p.sort_order'),
    },
    tree: 'gift_categories',
  };
}
