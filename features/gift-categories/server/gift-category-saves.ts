import { refuseField } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { updating } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { columnsOf } from '../../../server/nouns/field-columns.ts';
import {
  assignChanged,
  assignHome,
  homeProgram,
  refuseForAllPrograms,
} from '../../../server/nouns/program-assignments.ts';
import { keepTranslationsCurrent } from '../../../server/nouns/translations.ts';
import {
  GIFT_CATEGORY_FIELDS,
  type GiftCategory,
  type GiftCategoryChange,
  type NewGiftCategory,
} from '../contract.ts';
import { readGiftCategory } from './gift-categories.ts';
import { GIFT_CATEGORY, GIFT_CATEGORY_NAMES, GIFT_CATEGORY_PROGRAMS } from './gift-category-noun.ts';

/** Assigned to its own program, or with `assign_to_all` to each. 400 names the field; 403 as for an event. */
export async function createGiftCategory(context: Context, data: NewGiftCategory): Promise<GiftCategory> {
  return transact(context, async (tx) => {
    const { assign_to_all } = data;
    const program_id = await homeProgram(tx, data.program_id, 'data.program_id');
    const values = { ...columnsOf(GIFT_CATEGORY_FIELDS, data, null), program_id };
    if (values.auto_assign) refuseForAllPrograms(tx);
    await checkParent(tx, values.parent_id);
    const { id } = await creating(tx, GIFT_CATEGORY, values, () => ({ after: { ...values, assign_to_all } }));
    await assignHome(tx, GIFT_CATEGORY_PROGRAMS, { id, program_id, everywhere: assign_to_all });
    return readGiftCategory(tx, id);
  });
}

/** Changes what the data names; with `typo_only` the translations stay up to date. 400 also where a category with subcategories would become one itself. */
export async function updateGiftCategory(
  context: Context,
  { id, data, typo_only = false }: { id: number; data: GiftCategoryChange; typo_only?: boolean },
): Promise<GiftCategory> {
  return transact(context, async (tx) => {
    // Whoever moves a category holds it and the one above: two at once could each hold what the other waits for.
    if (data.parent_id !== undefined) await lock(tx.db, 'parents of gift categories');
    const save = { id, updated_at: data.updated_at };
    const { program_id } = await updating(tx, GIFT_CATEGORY, save, async (_, before) => {
      const after = columnsOf(GIFT_CATEGORY_FIELDS, data, before);
      if (after.auto_assign !== before.auto_assign) refuseForAllPrograms(tx);
      const home = await homeProgram(tx, data.program_id, 'data.program_id', before);
      if (after.parent_id !== before.parent_id) await checkParent(tx, after.parent_id, id);
      if (typo_only) await keepTranslationsCurrent(tx, GIFT_CATEGORY_NAMES, id, before, after);
      return { ...after, program_id: home };
    });
    await assignChanged(tx, GIFT_CATEGORY_PROGRAMS, { id, program_id, everywhere: data.assign_to_all });
    return readGiftCategory(tx, id);
  });
}

/** The database says the same of the depth; here it is said to people, and held against a parent that moves meanwhile. */
async function checkParent(
  { db, actor }: TransactionContext,
  parentId: number | null,
  id?: number,
): Promise<void> {
  if (parentId === null) return;
  if (parentId === id) refuseField('data.parent_id', "A category can't be its own parent");
  const parent = await db
    .selectFrom('gift_categories as c')
    .select('c.parent_id')
    .where('c.id', '=', parentId)
    .where(visibleTo(actor, 'c.program_id'))
    // Enough against its moving; and whatever refers to it holds it in the same way, so that nobody waits for that.
    .forKeyShare()
    .executeTakeFirst();
  if (!parent) refuseField('data.parent_id', `There is no category ${parentId}`);
  if (parent.parent_id !== null) refuseField('data.parent_id', 'Choose a top-level category as parent');
  const child =
    id !== undefined &&
    (await db.selectFrom('gift_categories').select('id').where('parent_id', '=', id).executeTakeFirst());
  if (child) refuseField('data.parent_id', "A category with subcategories can't become a subcategory");
}
