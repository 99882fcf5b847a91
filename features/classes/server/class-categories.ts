/** The categories of a class: active, and of a program that it is sold in. Specification: Classes and bundles. */
import { type RawBuilder, sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { notFound, refuseField } from '../../../core/errors.ts';
import type { Context, TransactionContext } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { CLASSES_IN_CATEGORIES } from '../../site-categories/server/site-category-noun.ts';
import type { ClassChange } from '../contract.ts';
import type { LostCategory } from '../links-contract.ts';
import { CLASS, type StoredClass } from './class-noun.ts';

/**
 * Another category takes the sub-category away, unless the save names one that stands below it. 400 in words for one that
 * is newly chosen and is switched off, of no program that the class is sold in, or not to be chosen by the caller.
 */
export async function categoriesAfter(tx: TransactionContext, data: ClassChange, before: StoredClass) {
  const category = data.category === undefined ? before.category : data.category;
  const kept = category === before.category ? before.sub_category : null;
  const sub_category = data.sub_category === undefined ? kept : data.sub_category;
  if (category === before.category && sub_category === before.sub_category) return { category, sub_category };
  await lock(tx.db, CLASSES_IN_CATEGORIES, 'shared');
  const offered = await offeredOf(tx, [category, sub_category], {
    id: before.id,
    home: data.program_id ?? before.program_id,
  });
  if (category !== null && category !== before.category) {
    const chosen = offered.get(category);
    if (chosen?.parent_id !== null)
      refuseField('class_data.category', `There is no category ${category} to choose`);
    refuseUnfit('class_data.category', chosen);
  }
  if (sub_category !== null && (sub_category !== before.sub_category || category !== before.category)) {
    const chosen = offered.get(sub_category);
    if (category === null || chosen?.parent_id !== category)
      refuseField('class_data.sub_category', `There is no sub-category ${sub_category} below this category`);
    refuseUnfit('class_data.sub_category', chosen);
  }
  return { category, sub_category };
}

/** Those that the class would lose, were it sold in these programs: a category takes its sub-category along. 404 as any row. */
export async function categoriesLost(
  context: Context,
  { id, programs }: { id: number; programs: readonly number[] },
): Promise<LostCategory[]> {
  if (!(await CLASS.read(context, id))) notFound();
  return lostIn(context, id, SOLD_NOW(id), sql`${programs}::integer[]`);
}

/** Takes away what fitted `before`, the programs of a class that is sold in others by now; answers what that was. */
export async function dropLost(
  tx: TransactionContext,
  { id, before }: { id: number; before: readonly number[] },
): Promise<LostCategory[]> {
  const lost = await lostIn(tx, id, sql`${before}::integer[]`, SOLD_NOW(id));
  const ids = lost.map((category) => category.id);
  if (ids.length > 0)
    await sql`update classes set sub_category = case when sub_category = any (${ids}::integer[]) then null else sub_category end,
        category = case when category = any (${ids}::integer[]) then null else category end
      where id = ${id}`.execute(tx.db);
  return lost;
}

type Offered = { id: number; parent_id: number | null; category_name: string; status: number; fits: boolean };

function refuseUnfit(field: string, { category_name, status, fits }: Offered): void {
  if (status !== 1) refuseField(field, `The category "${category_name}" is switched off`);
  if (!fits)
    refuseField(field, `The category "${category_name}" is of no program that this class is sold in`);
}

/** Of the ids, the categories that are the caller's to choose, none that has been deleted. */
async function offeredOf(
  { db, actor }: TransactionContext,
  ids: readonly (number | null)[],
  { id, home }: { id: number; home: number | null },
): Promise<Map<number, Offered>> {
  const own = sql`array[${actor.program_id}::integer]`;
  const sold = sql`array_append(${SOLD_NOW(id)}, ${home}::integer)`;
  const { rows } = await sql<Offered>`
    select s.id, s.parent_id, s.category_name, s.status, ${isOf(sold)} as fits from site_categories s
    where s.id = any (${ids}::integer[]) and s.del_flag = 0
      and ${isGlobal(actor) ? sql`true` : isOf(own)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What is of one of the programs `from` and of none of `to`, with what stands below it. */
async function lostIn(
  { db }: Context,
  id: number,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): Promise<LostCategory[]> {
  const { rows } = await sql<LostCategory>`
    with held as (
      select s.id, s.category_name, s.parent_id, ${isOf(from)} and not ${isOf(to)} as lost
      from classes c join site_categories s on s.id in (c.category, c.sub_category) where c.id = ${id})
    select h.id, h.category_name from held h
    where h.lost or exists (select from held above where above.id = h.parent_id and above.lost)
    order by h.parent_id nulls first`.execute(db);
  return rows;
}

/** The programs that sell the class, its home among them. */
const SOLD_NOW = (id: number) =>
  sql`array(select l.program_id from class_programs l where l.class_id = ${id})`;

/** Whether `site_categories s` is the site's, of one of the programs or assigned to one. */
function isOf(programs: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(s.program_id is null or s.program_id = any (${programs}) or exists (
    select from site_category_programs p where p.category_id = s.id and p.program_id = any (${programs})))`;
}
