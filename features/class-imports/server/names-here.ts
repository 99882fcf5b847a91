import { sql } from 'kysely';
import { type Context, visibleTo } from '../../../server/context.ts';
import { INSTRUCTOR, shownTo } from '../../classes/server/class-noun.ts';
import { type ProgramsByName, readPrograms } from '../../imports/server/programs-by-name.ts';

export type Category = {
  id: number;
  category_name: string;
  parent_id: number | null;
  program_id: number | null;
  status: number;
};
export type Instructor = { id: number; program_id: number | null };
export type KnownClass = { id: number; instructor_name: string | null; sold_in: number[] };

export type Names = { programs: ProgramsByName; categories: readonly Category[] };

export async function readNames(context: Context): Promise<Names> {
  const categories = await context.db
    .selectFrom('site_categories')
    .select(['id', 'category_name', 'parent_id', 'program_id', 'status'])
    .where('del_flag', '=', 0)
    .orderBy('id')
    .execute();
  return { programs: await readPrograms(context), categories };
}

/** Instructors by the address or the name that a cell holds, both in lower case. */
export type Instructors = ReadonlyMap<string, readonly Instructor[]>;

/** Returns instructors that the caller sees, by what the cells of a part say; ids are not looked at. */
export async function instructorsOf({ db, actor }: Context, texts: readonly string[]): Promise<Instructors> {
  const asked = [...new Set(texts.map((text) => text.toLowerCase()))].filter((text) => !/^\d+$/.test(text));
  const addresses = asked.filter((text) => text.includes('@'));
  const names = asked.filter((text) => !text.includes('@'));
  const teaches = sql<boolean>`u.user_type in ('I', 'O') and u.del_status = 0
    and ${visibleTo(actor, 'u.program_id')}`;
  type Found = Instructor & { asked: string };
  const byAddress = sql<Found>`
    select a.asked, u.id, u.program_id from unnest(${addresses}::text[]) a (asked)
    join site_users u on u.email_key = address_key(a.asked) where ${teaches} order by u.id`;
  const byName = sql<Found>`
    select a.asked, u.id, u.program_id from unnest(${names}::text[]) a (asked)
    join site_users u on lower(btrim(u.first_name || ' ' || u.last_name)) = a.asked where ${teaches} order by u.id`;
  const found = [
    ...(addresses.length > 0 ? (await byAddress.execute(db)).rows : []),
    ...(names.length > 0 ? (await byName.execute(db)).rows : []),
  ];
  return Map.groupBy(found, (one) => one.asked);
}

/** Returns facts that a class does not hold itself, by its id; classes that the caller does not see are left out. */
export async function knownClasses(
  { db, actor }: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, KnownClass>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<KnownClass>`
    select c.id, ${INSTRUCTOR} as instructor_name,
      array(select l.program_id from class_programs l where l.class_id = c.id) as sold_in
    from classes c left join site_users u on u.id = c.instructor_id
    where c.id = any (${ids}::integer[]) and ${shownTo(actor)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
