/** Lists that a site reads, a stretch at a time from where it left off. Specification: Sites, reads. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { refuseField } from '../../core/errors.ts';
import type { Db } from '../db/client.ts';
import type { Conditions } from '../nouns/list-query.ts';

type Sql = RawBuilder<unknown>;

/** A list in the order of the program: what is featured, then by its places, then by id. */
export type SiteList = {
  /** The plural of its rows: a cursor of one list is none of another. */
  name: string;
  /** The table, with what conditions and order need joined in brackets. */
  from: Sql;
  id: Sql;
  /** The star that the program gives a row; a list without stars leaves it out. */
  featured?: Sql;
  /** The place that the program has given it, 0 for none; likewise. */
  place?: Sql;
  columns: Sql;
  /** Joins that the columns alone need. */
  joins?: Sql;
};

/** The input of every list, with what the caller may see. */
export type SiteListQuery = { limit: number; cursor?: string | undefined };

/**
 * Reads up to `limit` rows in one statement, beginning behind `cursor`; `next` is null where there are no more. Rows that
 * come or move meanwhile make no other row come twice or be left out. Throws a 400 at `cursor` for what is no cursor of
 * this list.
 */
export async function rowsOfSiteList<Row extends SiteRow>(
  db: Db,
  list: SiteList,
  { matching, limit, cursor }: SiteListQuery & { matching: Conditions },
): Promise<{ rows: Row[]; next: string | null }> {
  const { from, id, columns, joins = sql`` } = list;
  const [unstarred, place] = [unstarredOf(list), placeOf(list)];
  const { rows } = await sql<Row>`
    select ${columns}, json_build_array(page.unstarred, page.place, page.found) as site_key
    from (select ${unstarred} as unstarred, ${place} as place, ${id} as found from ${from}
      where ${sql.join([...matching, behind(list, cursor)], sql` and `)}
      order by 1, 2, 3 limit ${limit + 1}::integer) page
    join ${from} on ${id} = page.found ${joins}
    order by page.unstarred, page.place, page.found`.execute(db);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown, next: last ? cursorAt(list.name, last.site_key) : null };
}

/** The one row that matches; undefined where there is none. */
export async function rowOfSiteList<Row extends SiteRow>(
  db: Db,
  list: SiteList,
  matching: Conditions,
): Promise<Row | undefined> {
  return (await rowsOfSiteList<Row>(db, list, { matching, limit: 1 })).rows[0];
}

/** A row as it is read; the schema of the answer leaves the key out. */
export type SiteRow = { site_key: Key };

/** The order of a row, each part ascending: 1 without a star, its place, its id. */
type Key = readonly [number, number, number];

/** The place of a row that has none, which is behind all others. */
const NO_PLACE = 2_147_483_647;

function unstarredOf({ featured }: SiteList): Sql {
  return featured ? sql`case when ${featured} then 0 else 1 end` : sql`1`;
}

function placeOf({ place }: SiteList): Sql {
  return place ? sql`coalesce(nullif(${place}, 0), ${NO_PLACE}::integer)` : sql`${NO_PLACE}::integer`;
}

function behind(list: SiteList, cursor: string | undefined): RawBuilder<SqlBool> {
  if (cursor === undefined) return sql<SqlBool>`true`;
  const [unstarred, place, id] = keyAt(list.name, cursor);
  return sql<SqlBool>`(${unstarredOf(list)}, ${placeOf(list)}, ${list.id})
    > (${unstarred}::integer, ${place}::integer, ${id}::bigint)`;
}

function cursorAt(name: string, key: Key): string {
  return Buffer.from([name, ...key].join(' ')).toString('base64url');
}

function keyAt(name: string, cursor: string): Key {
  const [list, ...numbers] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ');
  const key = numbers.map(Number);
  const [unstarred = -1, place = -1, id = -1] = key;
  const isWhole =
    key.every((number) => Number.isSafeInteger(number) && number >= 0) &&
    Math.max(unstarred, place) <= NO_PLACE;
  // Written again it must be the same: nothing but what was handed out is a cursor.
  if (list !== name || !isWhole || cursorAt(name, [unstarred, place, id]) !== cursor)
    refuseField('cursor', 'is not a position of this list');
  return [unstarred, place, id];
}
