import { type Expression, type SqlBool, sql } from 'kysely';
import { notFound, refuseField } from '../../../core/errors.ts';
import type { PageQuery } from '../../../core/filters.ts';
import { type Context, programOf, visibleTo } from '../../../server/context.ts';
import { fieldColumns } from '../../../server/nouns/field-columns.ts';
import {
  byPlace,
  conditionsOf,
  inPlace,
  type List,
  matchesWordsOrId,
  pageOf,
} from '../../../server/nouns/list-query.ts';
import {
  type CategoryBranch,
  type CategoryChoice,
  PROGRAM_SORTS,
  SITE_CATEGORY_FIELDS,
  type SITE_CATEGORY_FILTERS,
  type SITE_CATEGORY_SORTS,
  type SiteCategory,
} from '../contract.ts';

/** Sorts by id by default; finds categories by subcategories too. With a program, what is assigned to it, an orphan as a row. 400 for its sort without one. */
export async function pageOfSiteCategories(
  context: Context,
  filter: PageQuery<typeof SITE_CATEGORY_FILTERS, typeof SITE_CATEGORY_SORTS>,
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
      ...conditionsOf<typeof SITE_CATEGORY_FILTERS>({
        program_id: shownIn(program, 'c.id'),
        name: sql<boolean>`(${named('c')} or exists (
        select from site_categories s where s.parent_id = c.id and ${shownIn(program, 's.id')} and ${named('s')}))`,
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
    categories: rows.map((row) => ({ ...row, sub_categories: byParent.get(row.id) ?? [] })),
    ...counted,
  };
}

/** Returns a category with its place in the program (0: none, or the caller's own); throws a 404 for an unknown one. */
export async function readSiteCategory(context: Context, id: number, program_id = 0): Promise<SiteCategory> {
  const { rows: family } = await pageOf<Row, Sort>(context.db, listIn(programOf(context.actor, program_id)), {
    matching: [visibleTo(context.actor, 'c.program_id'), sql<boolean>`(c.id = ${id} or c.parent_id = ${id})`],
    sort_by: 'id',
  });
  const category = family.find((row) => row.id === id);
  return category
    ? { ...category, sub_categories: family.filter(({ parent_id }) => parent_id === id) }
    : notFound();
}

/**
 * The tree that classes and people are sorted into: what is assigned to the program (0: everything, or the caller's
 * own), without what is deleted, in the program's order and then by name. What is switched off says so by its status. A
 * subcategory is chosen below its top-level one, which comes with it wherever the caller may choose that.
 */
export async function treeOfCategories(
  { db, actor }: Context,
  program_id: number,
): Promise<{ categories: CategoryBranch[] }> {
  const program = programOf(actor, program_id);
  const { rows } = await sql<CategoryChoice>`
    select c.id, c.category_name, c.status, c.group_id from ${listIn(program).from}
    where c.del_flag = 0 and (${shownIn(program, 'c.id')} or exists (
      select from site_categories s where s.parent_id = c.id and s.del_flag = 0 and ${shownIn(program, 's.id')}))
    order by ${inPlace('p.display_order')}, c.name_search, c.id`.execute(db);
  return { categories: branchesOf(rows) };
}

/** Categories below their top-level ones, in the order in which they come; none without that. */
export function branchesOf(rows: readonly CategoryChoice[]): CategoryBranch[] {
  const below = Map.groupBy(
    rows.filter(({ id, group_id }) => id !== group_id),
    ({ group_id }) => group_id,
  );
  const top = rows.filter(({ id, group_id }) => id === group_id);
  return top.map((row) => ({ ...row, sub_categories: below.get(row.id) ?? [] }));
}

type Sort = (typeof SITE_CATEGORY_SORTS)[number];
type Row = Omit<SiteCategory, 'sub_categories'>;

/** Returns the condition that the program shows the category in `column`; null shows all. */
function shownIn(program: number | null, column: string): Expression<SqlBool> {
  if (program === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`exists (select from site_category_programs o
    where o.category_id = ${sql.ref(column)} and o.program_id = ${program})`;
}

function listIn(program: number | null): List<Sort> {
  return {
    from: sql`(site_categories c
      left join site_category_programs p on p.category_id = c.id and p.program_id = ${program})`,
    id: sql`c.id`,
    columns: sql`c.id, ${fieldColumns('c', SITE_CATEGORY_FIELDS)}, p.display_order,
      t.category_name as parent_name, c.group_id, c.updated_at, coalesce(c.program_id, 0) as program_id`,
    joins: sql`left join site_categories t on t.id = c.parent_id`,
    orders: {
      id: sql`c.id`,
      category_name: sql`c.name_search`,
      status: sql`c.status`,
      display_order: byPlace('p.display_order'),
    },
    tree: 'site_categories',
  };
}
