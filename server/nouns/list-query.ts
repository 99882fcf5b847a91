/** Pages of a list: one way to sort, to page and to match a text (specification: Lists). */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filters } from '../../core/filters.ts';
import { must } from '../../core/must.ts';
import { PAGE_SIZE } from '../../core/paging.ts';
import type { Db } from '../db/client.ts';

type Sql = RawBuilder<unknown>;

/** A list as its noun declares it: SQL text, as building a query at every call costs more than asking. */
export type List<Sort extends string> = {
  /** The table, with what the conditions and orders need joined in brackets: `(events e left join …)`. */
  from: Sql;
  /** The column that names a row, alone and last in every order. */
  id: Sql;
  /** Columns of a row, as answered or as the answer is made from. */
  columns: Sql;
  /** Joins that the columns alone need: made for the rows of the page and no others. */
  joins?: Sql;
  orders: { [Name in Sort]: Sql | Place };
  /** Orders in which rows may have no place: those come last in both directions, as they do in one {@link byPlace}. */
  nullable?: readonly string[];
  /** The table of a tree, by `parent_id`: a row that stands below another is on the page of that one. */
  tree?: string;
};

type Place = { place: string };

export type Conditions = readonly [Expression<SqlBool>, ...Expression<SqlBool>[]];

/** Returns the conditions of a list, one for each filter that it declares: the type checker asks for what is missing. */
export function conditionsOf<Declared extends Filters>(
  conditions: {
    [Name in keyof Declared]: Expression<SqlBool>;
  },
): Conditions {
  const [first = sql<SqlBool>`true`, ...others] = Object.values<Expression<SqlBool>>(conditions);
  return [first, ...others];
}

type Asked<Sort extends string> = {
  /** The scope first. */
  matching: Conditions;
  /** Number of the page, from 1; undefined: all rows. */
  page?: number | undefined;
  /** Instead of `page`: the one that this row is on, where it matches. */
  page_of?: number | undefined;
  size?: number;
  sort_by: Sort;
  sort_dest?: 'asc' | 'desc' | undefined;
};

/** One page in a total order, ties by id, and how many rows match in all; which page, where it was asked for by a row. */
export async function pageOf<Row extends object, Sort extends string>(
  db: Db,
  list: List<Sort>,
  asked: Asked<Sort>,
): Promise<{ rows: Row[]; count: number; page?: number }> {
  const page = await placeOf(db, list, asked);
  const where = sql`where ${sql.join(asked.matching, sql` and `)}`;
  const counted = sql<{ count: number }>`select count(*) as count from ${list.from} ${where}`;
  const [rows, all] = await Promise.all([
    rowsOfPage<Row, Sort>(db, list, page ? { ...asked, page } : asked),
    counted.execute(db),
  ]);
  return { rows, count: must(all.rows[0], 'count').count, ...(page && { page }) };
}

/** The page alone, for a list that counts by itself. */
export async function rowsOfPage<Row extends object, Sort extends string>(
  db: Db,
  list: List<Sort>,
  { matching, page, size = PAGE_SIZE, sort_by, sort_dest = 'asc' }: Asked<Sort>,
): Promise<Row[]> {
  const { from, id, columns, joins = sql`` } = list;
  const where = sql`where ${sql.join(matching, sql` and `)}`;
  const order = totalOrder(list, { sort_by, sort_dest });
  const part = page === undefined ? sql`` : sql`limit ${size} offset ${(page - 1) * size}`;
  // The ids of a deep page come from an index; the columns are fetched for the rows of the page alone.
  const rows = sql<Row>`
    select ${columns} from (select ${id} as found from ${from} ${where} ${order} ${part}) page
    join ${from} on ${id} = page.found ${joins} ${order}`;
  return (await rows.execute(db)).rows;
}

function orderOf<Sort extends string>(
  { orders, nullable = [] }: List<Sort>,
  sort_by: Sort,
  direction: Sql,
): Sql {
  const order = orders[sort_by];
  if ('place' in order) return inPlace(order.place, direction);
  return nullable.includes(sort_by) ? sql`${order} ${direction} nulls last` : sql`${order} ${direction}`;
}

/** An order by the places of a program: whoever has none, which is 0, stands behind all others in both directions. */
export function byPlace(column: string): Place {
  return { place: column };
}

/** The same as a part of an order of one's own; the indexes of migration 058 say it in the same words. */
export function inPlace(column: string, direction: Sql = sql`asc`): Sql {
  return sql`nullif(${sql.ref(column)}, 0) ${direction} nulls last`;
}

/** The rows that match, as a page would hold them, in no order: for one row, or those of a few ids. */
export async function rowsOf<Row extends object>(
  db: Db,
  { from, columns, joins = sql`` }: Pick<List<never>, 'from' | 'columns' | 'joins'>,
  matching: Conditions,
): Promise<Row[]> {
  const where = sql`where ${sql.join(matching, sql` and `)}`;
  return (await sql<Row>`select ${columns} from ${from} ${joins} ${where}`.execute(db)).rows;
}

function totalOrder<Sort extends string>(
  list: List<Sort>,
  { sort_by, sort_dest }: Pick<Asked<Sort>, 'sort_by' | 'sort_dest'>,
): Sql {
  const direction = sort_dest === 'desc' ? sql`desc` : sql`asc`;
  return sql`order by ${orderOf(list, sort_by, direction)}, ${list.id} ${direction}`;
}

/** The page of the row that is asked for; undefined where none is, or it does not match. */
async function placeOf<Sort extends string>(
  db: Db,
  list: List<Sort>,
  { matching, page_of, size = PAGE_SIZE, ...order }: Asked<Sort>,
): Promise<number | undefined> {
  if (page_of === undefined) return undefined;
  const { from, id, tree } = list;
  const above = tree
    ? sql`or found = (select parent_id from ${sql.table(tree)} where id = ${page_of})`
    : sql``;
  const { rows } = await sql<{ page: number | null }>`
    select ceil(min(place)::numeric / ${size}::integer)::integer as page
    from (select ${id} as found, row_number() over (${totalOrder(list, order)}) as place
      from ${from} where ${sql.join(matching, sql` and `)}) places
    where found = ${page_of} ${above}`.execute(db);
  return rows[0]?.page ?? undefined;
}

/** An order by amount, in minor units of `currency`: amounts of several currencies are no more or less than each other. */
export function byAmount(currency: string, amount: string): Sql {
  return sql`${sql.ref(currency)}, ${sql.ref(amount)}`;
}

/** True where the lower-case search column, or what it is made of, holds every word typed, in any order. */
export function matchesWords(column: string | Sql, typed: string): Expression<SqlBool> {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sql<SqlBool>`true`;
  const searched = typeof column === 'string' ? sql.ref(column) : column;
  const conditions = words.map((word) => sql<SqlBool>`${searched} like ${`%${escapeLike(word)}%`}`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** True where the typed text matches the search column, or is the row's id. */
export function matchesWordsOrId(column: string | Sql, idColumn: string, typed: string): Expression<SqlBool> {
  const words = matchesWords(column, typed);
  const id = /^#?(\d{1,9})$/.exec(typed.trim())?.[1];
  return id === undefined ? words : sql<SqlBool>`(${words} or ${sql.ref(idColumn)} = ${Number(id)})`;
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/** The condition or its opposite, as a flag of a query asks for; true where it is not set. */
export function ticked(flag: '' | '0' | '1', condition: RawBuilder<unknown>): Expression<SqlBool> {
  return flag === '' ? sql<SqlBool>`true` : sql<SqlBool>`(${condition}) = ${flag === '1'}`;
}

/** A moment within `dates` as a list names them: two days, both included, in UTC; all of time where it is empty. */
export function inDates(column: string, dates: string): Expression<SqlBool> {
  const [from, to] = dates.split(',');
  if (!from || !to) return sql<SqlBool>`true`;
  const moment = sql.ref(column);
  return sql<SqlBool>`(${moment} >= ${`${from}T00:00:00Z`}::timestamptz
    and ${moment} < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day')`;
}
