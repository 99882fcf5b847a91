import { type RawBuilder, sql } from 'kysely';
import { type Actor, isGlobal } from '../../../core/access.ts';
import { notFound, refuseField } from '../../../core/errors.ts';
import type { Context, TransactionContext } from '../../../server/context.ts';
import { type Db, lock } from '../../../server/db/client.ts';
import { inPlace } from '../../../server/nouns/list-query.ts';
import type { CategoryBranch, CategoryChoice } from '../../site-categories/contract.ts';
import { branchesOf } from '../../site-categories/server/site-categories.ts';
import { CLASSES_IN_CATEGORIES } from '../../site-categories/server/site-category-noun.ts';
import type { ClassChange } from '../contract.ts';
import type { LostCategory } from '../links-contract.ts';
import { CLASS, type StoredClass } from './class-noun.ts';

/** Returns the category and sub-category that fit together. 400 in words for a newly chosen one that is off, of no selling program, or not the caller's. */
export async function categoriesAfter(
  tx: TransactionContext,
  data: Pick<ClassChange, 'category' | 'sub_category' | 'program_id'>,
  before: Pick<StoredClass, 'id' | 'category' | 'sub_category' | 'program_id'>,
) {
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
    if (chosen?.parent_id !== null) refuseField('class_data.category', `There is no category ${category}`);
    refuseUnfit('class_data.category', chosen);
  }
  if (sub_category !== null && (sub_category !== before.sub_category || category !== before.category)) {
    const chosen = offered.get(sub_category);
    if (category === null || chosen?.parent_id !== category)
      refuseField('class_data.sub_category', `This category has no sub-category ${sub_category}`);
    refuseUnfit('class_data.sub_category', chosen);
  }
  return { category, sub_category };
}

/** Returns the categories that {@link categoriesAfter} accepts: fitting active ones and the present ones. `program_id`: the new home. 404 as any row. */
export async function categoriesOffered(
  context: Context,
  { id, program_id }: { id: number; program_id?: number | undefined },
): Promise<CategoryBranch[]> {
  const before = (await CLASS.read(context, id)) ?? notFound();
  const home = program_id === undefined ? before.program_id : program_id || null;
  const chosen = [before.category, before.sub_category];
  const { rows } = await sql<CategoryChoice>`
    select s.id, s.category_name, s.status, s.group_id
    from site_categories s
    left join site_category_programs p on p.category_id = s.id and p.program_id = ${home}
    where s.id = any (${chosen}::integer[]) or (s.del_flag = 0 and s.status = 1
      and ${isOf(soldWith(id, home))} and ${isListed(context.actor)})
    order by ${inPlace('p.display_order')}, s.name_search, s.id`.execute(context.db);
  return branchesOf(rows);
}

/** Returns the categories the class would lose if sold in these programs; a category takes its sub-category along. 404 as any row. */
export async function categoriesLost(
  context: Context,
  { id, programs }: { id: number; programs: readonly number[] },
): Promise<LostCategory[]> {
  if (!(await CLASS.read(context, id))) notFound();
  const [loss] = await lossesOf(
    context.db,
    sql`select ${id}::integer as class_id, ${SOLD_NOW(id)} as sold, ${programs}::integer[] as still_sold`,
  );
  return loss?.lost_categories ?? [];
}

/** Categories lost by one class, as its home program sees them. */
export type Loss = {
  class_id: number;
  class_name: string;
  program_id: number | null;
  deleted: boolean;
  category: number | null;
  sub_category: number | null;
  lost_categories: LostCategory[];
};

/** Returns the losses of classes sold in fewer programs, by rows of `class_id`, `sold`, `still_sold`: a category of some `sold` and no `still_sold`. */
export async function lossesOf(db: Db, changes: RawBuilder<unknown>): Promise<Loss[]> {
  const { rows } = await sql<Loss>`
    with change as (${changes}),
    held as (
      select c.id as class_id, s.id, s.category_name, s.parent_id,
        ${isOf(sql`w.sold`)} and not ${isOf(sql`w.still_sold`)} as lost
      from change w join classes c on c.id = w.class_id join site_categories s on s.id in (c.category, c.sub_category)),
    lost as (
      select h.class_id, jsonb_agg(jsonb_build_object('id', h.id, 'category_name', h.category_name)
        order by h.parent_id nulls first) as lost_categories
      from held h
      where h.lost or exists (
        select from held above where above.class_id = h.class_id and above.id = h.parent_id and above.lost)
      group by h.class_id)
    select c.id as class_id, c.class_name, c.program_id, c.del_flag = 1 as deleted, c.category, c.sub_category,
      l.lost_categories
    from lost l join classes c on c.id = l.class_id order by c.id`.execute(db);
  return rows;
}

export async function dropLost({ db }: TransactionContext, losses: readonly Loss[]): Promise<void> {
  if (losses.length === 0) return;
  const pairs = losses.flatMap(({ class_id, lost_categories }) =>
    lost_categories.map(({ id }) => ({ class_id, id })),
  );
  await sql`
    with lost as (
      select p.class_id, array_agg(p.id) as ids
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) p (class_id integer, id integer) group by 1)
    update classes c
    set sub_category = case when c.sub_category = any (l.ids) then null else c.sub_category end,
      category = case when c.category = any (l.ids) then null else c.category end
    from lost l where c.id = l.class_id`.execute(db);
}

export function recordOf({ category, sub_category, lost_categories }: Loss) {
  const left = (held: number | null) => (lost_categories.some(({ id }) => id === held) ? null : held);
  return {
    before: { category, sub_category },
    after: { category: left(category), sub_category: left(sub_category) },
  };
}

type Offered = { id: number; parent_id: number | null; category_name: string; status: number; fits: boolean };

function refuseUnfit(field: string, { category_name, status, fits }: Offered): void {
  if (status !== 1) refuseField(field, `The category "${category_name}" is inactive`);
  if (!fits)
    refuseField(field, `The category "${category_name}" belongs to no program that sells this class`);
}

/** Filters the ids to categories the caller may choose and that are not deleted. */
async function offeredOf(
  { db, actor }: TransactionContext,
  ids: readonly (number | null)[],
  { id, home }: { id: number; home: number | null },
): Promise<Map<number, Offered>> {
  const { rows } = await sql<Offered>`
    select s.id, s.parent_id, s.category_name, s.status, ${isOf(soldWith(id, home))} as fits from site_categories s
    where s.id = any (${ids}::integer[]) and s.del_flag = 0
      and ${isCallers(actor)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

function soldWith(id: number, home: number | null): RawBuilder<unknown> {
  return sql`array_append(${SOLD_NOW(id)}, ${home}::integer)`;
}

function isListed(actor: Actor): RawBuilder<boolean> {
  if (isGlobal(actor)) return sql<boolean>`true`;
  const { program_id } = actor;
  return sql<boolean>`(s.program_id = ${program_id} or exists (
    select from site_category_programs o where o.category_id = s.id and o.program_id = ${program_id}))`;
}

function isCallers(actor: Actor): RawBuilder<boolean> {
  return isGlobal(actor) ? sql<boolean>`true` : isOf(sql`array[${actor.program_id}::integer]`);
}

const SOLD_NOW = (id: number) =>
  sql`array(select l.program_id from class_programs l where l.class_id = ${id})`;

/** Returns the condition that `site_categories s` is the site's, of one of the programs, or assigned to one. */
function isOf(programs: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(s.program_id is null or s.program_id = any (${programs}) or exists (
    select from site_category_programs p where p.category_id = s.id and p.program_id = any (${programs})))`;
}
