import { type Expression, type SqlBool, sql } from 'kysely';
import { type Actor, isGlobal } from '../../../core/access.ts';
import { notFound, refuseField } from '../../../core/errors.ts';
import type { Context, TransactionContext } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { CLASSES_IN_CATEGORIES } from '../../site-categories/server/site-category-noun.ts';
import type { UserCategory } from '../user-schemas.ts';
import { SITE_USER } from './site-user-noun.ts';

export type Pair = Pick<UserCategory, 'category_id' | 'sub_category_id'>;

const FIELD = 'user_data.categories';

/** 404 where the caller sees no such user. */
export async function readUserCategories(context: Context, id: number) {
  if (!(await SITE_USER.read(context, id))) notFound();
  return { categories: await categoriesOf(context, id) };
}

export async function categoriesOf({ db, actor }: Context, id: number): Promise<UserCategory[]> {
  const { rows } = await sql<UserCategory>`
    select k.category_id, k.sub_category_id, c.category_name, s.category_name as sub_category_name
    from site_user_categories k join site_categories c on c.id = k.category_id
      left join site_categories s on s.id = k.sub_category_id
    where k.user_id = ${id} and ${offeredTo(actor, 'c')}
    order by lower(c.category_name), c.id, lower(s.category_name) nulls first, s.id`.execute(db);
  return rows;
}

/** Replaces what a user is sorted into, but for what the caller is not offered; answers before and after. 400 at a pair of other levels, unless it stood. */
export async function saveCategories(tx: TransactionContext, id: number, given: readonly Pair[]) {
  const { db } = tx;
  const before = pairsOf(await categoriesOf(tx, id));
  const wanted = pairsOf(given);
  const added = wanted.filter((pair) => !before.some((known) => isSame(known, pair)));
  const gone = before.filter((pair) => !wanted.some((kept) => isSame(kept, pair)));
  if (added.length > 0) await checkPairs(tx, given, added);
  for (const { category_id, sub_category_id } of gone)
    await sql`delete from site_user_categories where user_id = ${id} and category_id = ${category_id}
      and sub_category_id is not distinct from ${sub_category_id}::integer`.execute(db);
  if (added.length > 0)
    await db
      .insertInto('site_user_categories')
      .values(added.map((pair) => ({ user_id: id, ...pair })))
      .execute();
  return { before, after: wanted };
}

async function checkPairs(
  tx: TransactionContext,
  given: readonly Pair[],
  added: readonly Pair[],
): Promise<void> {
  await lock(tx.db, CLASSES_IN_CATEGORIES, 'shared');
  const ids = added.flatMap(({ category_id, sub_category_id }) => [category_id, sub_category_id]);
  const { rows } = await sql<{ id: number; parent_id: number | null }>`
    select c.id, c.parent_id from site_categories c
    where c.id = any (${ids}::integer[]) and c.del_flag = 0 and ${offeredTo(tx.actor, 'c')}`.execute(tx.db);
  const parentOf = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  for (const pair of added) {
    const path = `${FIELD}.${given.findIndex((other) => isSame(other, pair))}`;
    const { category_id, sub_category_id } = pair;
    if (parentOf.get(category_id) !== null)
      refuseField(`${path}.category_id`, `There is no category ${category_id} to choose`);
    if (sub_category_id !== null && parentOf.get(sub_category_id) !== category_id)
      refuseField(
        `${path}.sub_category_id`,
        `There is no subcategory ${sub_category_id} below this category`,
      );
  }
}

/** Returns the condition that the caller's program shows a category: its own, the global site's, or an assigned one. */
function offeredTo(actor: Actor, alias: string): Expression<SqlBool> {
  if (isGlobal(actor)) return sql<SqlBool>`true`;
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`(${column('program_id')} is null or ${column('program_id')} = ${actor.program_id}
    or exists (select from site_category_programs o
      where o.category_id = ${column('id')} and o.program_id = ${actor.program_id}))`;
}

/** Each once, in one order, without the names. */
function pairsOf(pairs: readonly Pair[]): Pair[] {
  const known = new Map(
    pairs.map(({ category_id, sub_category_id }) => [
      `${category_id} ${sub_category_id}`,
      { category_id, sub_category_id },
    ]),
  );
  return [...known.values()].toSorted(
    (a, b) => a.category_id - b.category_id || (a.sub_category_id ?? 0) - (b.sub_category_id ?? 0),
  );
}

function isSame(a: Pair, b: Pair): boolean {
  return a.category_id === b.category_id && a.sub_category_id === b.sub_category_id;
}
