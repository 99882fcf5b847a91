import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { updating } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { columnsOf } from '../../../server/nouns/field-columns.ts';
import { assignHome, homeProgram } from '../../../server/nouns/program-assignments.ts';
import {
  type NewSiteCategory,
  SITE_CATEGORY_FIELDS,
  type SiteCategory,
  type SiteCategoryChange,
} from '../contract.ts';
import { readSiteCategory } from './site-categories.ts';
import { CLASSES_IN_CATEGORIES, SITE_CATEGORY, SITE_CATEGORY_PROGRAMS } from './site-category-noun.ts';

/** Assigned to its own program, where it has one. 400 names the field. */
export async function createSiteCategory(context: Context, data: NewSiteCategory): Promise<SiteCategory> {
  return transact(context, async (tx) => {
    const program_id = await homeProgram(tx, data.program_id, 'data.program_id');
    const values = { ...columnsOf(SITE_CATEGORY_FIELDS, data, null), program_id };
    await checkParent(tx, values.parent_id);
    const { id } = await creating(tx, SITE_CATEGORY, values);
    await assignHome(tx, SITE_CATEGORY_PROGRAMS, { id, program_id });
    return readSiteCategory(tx, id);
  });
}

/** Changes what is named. 400 where classes are in a moved or deleted category, others stand below a deleted or moved one, or its parent is deleted. */
export async function updateSiteCategory(
  context: Context,
  id: number,
  data: SiteCategoryChange,
): Promise<SiteCategory> {
  return transact(context, async (tx) => {
    // Whoever moves a category holds it and the one above: two at once could each hold what the other waits for.
    if (data.parent_id !== undefined) await lock(tx.db, 'parents of site categories');
    if (data.parent_id !== undefined || data.del_flag) await lock(tx.db, CLASSES_IN_CATEGORIES);
    const save = { id, updated_at: data.updated_at };
    const { program_id } = await updating(tx, SITE_CATEGORY, save, async (_, before) => {
      const after = columnsOf(SITE_CATEGORY_FIELDS, data, before);
      const { parent_id, del_flag } = after;
      const home = await homeProgram(tx, data.program_id, 'data.program_id', before);
      if (parent_id !== before.parent_id) {
        await refuseInUse(tx, id, 'data.parent_id', 'moved');
        await checkParent(tx, parent_id, id);
      } else if (del_flag < before.del_flag) await refuseBelowDeleted(tx, parent_id);
      if (del_flag > before.del_flag) {
        await refuseInUse(tx, id, 'data.del_flag', 'deleted');
        if (await hasBelow(tx, id))
          refuseField('data.del_flag', "This category has subcategories, so it can't be deleted");
      }
      return { ...after, program_id: home };
    });
    await assignHome(tx, SITE_CATEGORY_PROGRAMS, { id, program_id });
    return readSiteCategory(tx, id);
  });
}

/** Waits for saves that are just putting a class into it, so that they are counted. */
async function refuseInUse(
  { db }: TransactionContext,
  id: number,
  field: string,
  done: string,
): Promise<void> {
  await sql`select from site_categories where id = ${id} for update`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from classes where category = ${id} or sub_category = ${id}`.execute(db);
  const { count } = must(rows[0], 'count of classes');
  if (count > 0)
    refuseField(
      field,
      `This category has ${count === 1 ? '1 class' : `${count} classes`}, so it can't be ${done}`,
    );
}

/** Refuses a deleted parent, below which nobody could choose it. Waits for a concurrent deletion. */
async function refuseBelowDeleted({ db }: TransactionContext, parentId: number | null): Promise<void> {
  if (parentId === null) return;
  const { rows } = await sql<{ del_flag: number }>`
    select del_flag from site_categories where id = ${parentId} for key share`.execute(db);
  if (rows[0]?.del_flag === 1)
    refuseField('data.del_flag', 'The parent category is deleted. Restore the parent category first');
}

/** The database says the same of the depth; here it is said to people, and held against a parent that moves meanwhile. */
async function checkParent(tx: TransactionContext, parentId: number | null, id?: number): Promise<void> {
  if (parentId === null) return;
  if (parentId === id) refuseField('data.parent_id', "A category can't be its own parent");
  const parent = await tx.db
    .selectFrom('site_categories as c')
    .select('c.parent_id')
    .where('c.id', '=', parentId)
    .where('c.del_flag', '=', 0)
    .where(visibleTo(tx.actor, 'c.program_id'))
    // Enough against its moving; and whatever refers to it holds it in the same way, so that nobody waits for that.
    .forKeyShare()
    .executeTakeFirst();
  if (!parent) refuseField('data.parent_id', `There is no category ${parentId}`);
  if (parent.parent_id !== null) refuseField('data.parent_id', 'Choose a top-level category as parent');
  if (id !== undefined && (await hasBelow(tx, id, { deleted: true })))
    refuseField('data.parent_id', "A category with subcategories can't become a subcategory");
}

/** `deleted`: those that are deleted count as well. */
async function hasBelow({ db }: TransactionContext, id: number, { deleted = false } = {}): Promise<boolean> {
  const below = db.selectFrom('site_categories').select('id').where('parent_id', '=', id);
  const counted = deleted ? below : below.where('del_flag', '=', 0);
  return (await counted.executeTakeFirst()) !== undefined;
}
