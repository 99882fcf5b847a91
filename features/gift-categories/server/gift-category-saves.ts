/** LiL Giveaways categories made, changed and placed. Specification: LiL Giveaways categories. */
import { refuseField } from '../../../core/errors.ts';
import { audit } from '../../../server/audit.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { lock, type Trx, transact } from '../../../server/db/client.ts';
import {
  addPrograms,
  assignedPrograms,
  homeProgram,
  refuseForAllPrograms,
  replacePrograms,
  setSortOrder,
  toggleFeatured,
} from '../../../server/program-assignments.ts';
import { nextMoment } from '../../../server/stale-saves.ts';
import type { GiftCategory, GiftCategoryChange, NewGiftCategory } from '../contract.ts';
import { lockGiftCategory, readGiftCategory, type StoredGiftCategory } from './gift-categories.ts';

const PROGRAMS = { table: 'gift_category_programs', owner: 'category_id' } as const;

/**
 * Makes a category; it is assigned to its own program, and with `assign_to_all` to every other. A subcategory stands
 * under a top-level category of the caller's. 400 names the field; 403 as for an event.
 */
export async function createGiftCategory(context: Context, data: NewGiftCategory): Promise<GiftCategory> {
  return transact(context.db, async (trx) => {
    const within: Context = { ...context, db: trx };
    const program_id = await homeProgram(within, data.program_id, 'data.program_id');
    if (data.assign_to_all || data.auto_assign) refuseForAllPrograms(context);
    await checkParent(trx, context, data.parent_id);
    const { name, auto_assign, parent_id } = data;
    const values = { name, active: Number(data.active), auto_assign, parent_id, program_id };
    const { id } = await trx
      .insertInto('gift_categories')
      .values({ ...values, updated_by: context.actor.admin_id || null })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (data.assign_to_all) await addPrograms(trx, PROGRAMS, id, 'every');
    else if (program_id !== null) await addPrograms(trx, PROGRAMS, id, [program_id]);
    await audit(trx, context, {
      entity: 'gift_category',
      entity_id: id,
      action: 'create',
      program_id,
      after: { ...values, assign_to_all: data.assign_to_all },
    });
    return readGiftCategory(within, id);
  });
}

/** Changes what the data names. 400 also where a category with subcategories would become one itself. */
export async function updateGiftCategory(
  context: Context,
  id: number,
  data: GiftCategoryChange,
): Promise<GiftCategory> {
  return transact(context.db, async (trx) => {
    const within: Context = { ...context, db: trx };
    // Whoever moves a category holds it and the one above: two at once could each hold what the other waits for.
    if (data.parent_id !== undefined) await lock(trx, 'parents of gift categories');
    await savingCategory(within, id, data.updated_at, (_, before) => changed(trx, within, id, before, data));
    return readGiftCategory(within, id);
  });
}

async function changed(
  trx: Trx,
  context: Context,
  id: number,
  before: StoredGiftCategory,
  data: GiftCategoryChange,
) {
  if (data.auto_assign !== undefined && data.auto_assign !== before.auto_assign)
    refuseForAllPrograms(context);
  const program_id =
    data.program_id === undefined
      ? before.program_id
      : await homeProgram(context, data.program_id, 'data.program_id');
  const parent_id = data.parent_id === undefined ? before.parent_id : data.parent_id;
  if (parent_id !== before.parent_id) await checkParent(trx, context, parent_id, id);
  const after = {
    name: data.name ?? before.name,
    active: data.active === undefined ? before.active : Number(data.active),
    auto_assign: data.auto_assign ?? before.auto_assign,
    parent_id,
    program_id,
  };
  await trx.updateTable('gift_categories').set(after).where('id', '=', id).execute();
  if (program_id !== null) await addPrograms(trx, PROGRAMS, id, [program_id]);
  const { name, active, auto_assign } = before;
  const was = { name, active, auto_assign, parent_id: before.parent_id, program_id: before.program_id };
  return { action: 'update', before: was, after, program_id };
}

/** The programs that a category is assigned to, in order of id. */
export async function programsOfCategory(context: Context, id: number) {
  const { updated_at } = await readGiftCategory(context, id);
  return { programs: await assignedPrograms(context.db, PROGRAMS, id), updated_at };
}

/** Replaces the programs of a category; its own stays. 400 for one that does not exist, 409 for a stale `updated_at`. */
export async function saveProgramsOfCategory(
  context: Context,
  { id, programs, updated_at }: { id: number; programs: readonly number[]; updated_at?: string | undefined },
) {
  return savingCategory(context, id, updated_at, async (trx, { program_id }) => {
    const { before, after } = await replacePrograms(trx, PROGRAMS, { id, home: program_id, programs });
    return { action: 'programs', before: { programs: before }, after: { programs: after } };
  });
}

/** Sets a category's place in a program. 400 where it is not assigned to it, 403 for another program than a bound admin's. */
export async function setCategoryOrder(
  context: Context,
  input: { id: number; program_id: number; sort_order: number | null },
) {
  return transact(context.db, async (trx) => {
    await lockGiftCategory({ ...context, db: trx }, input.id);
    const { before } = await setSortOrder(trx, context, PROGRAMS, input);
    const { id: entity_id, program_id, sort_order } = input;
    const change = { before: { sort_order: before }, after: { sort_order } };
    await audit(trx, context, {
      entity: 'gift_category',
      entity_id,
      action: 'display-order',
      program_id,
      ...change,
    });
    return { sort_order };
  });
}

/** Features a category in a program, or no longer; refuses as `setCategoryOrder`. */
export async function toggleCategoryFeatured(context: Context, input: { id: number; program_id: number }) {
  return transact(context.db, async (trx) => {
    await lockGiftCategory({ ...context, db: trx }, input.id);
    const { featured } = await toggleFeatured(trx, context, PROGRAMS, input);
    const { id: entity_id, program_id } = input;
    const change = { before: { featured: !featured }, after: { featured } };
    await audit(trx, context, {
      entity: 'gift_category',
      entity_id,
      action: 'featured',
      program_id,
      ...change,
    });
    return { featured };
  });
}

/** One save of a category or what hangs on it: its row is held, and marked and audited where something has changed. */
export async function savingCategory<Part extends object>(
  context: Context,
  id: number,
  updatedAt: string | undefined,
  save: (
    trx: Trx,
    category: StoredGiftCategory,
  ) => Promise<{ action: string; before: Part; after: Part; program_id?: number | null }>,
): Promise<Part & { updated_at: string }> {
  return transact(context.db, async (trx) => {
    const category = await lockGiftCategory({ ...context, db: trx }, id, updatedAt);
    const { program_id: left_program_id } = category;
    const { action, before, after, program_id = left_program_id } = await save(trx, category);
    if (JSON.stringify(before) === JSON.stringify(after))
      return { ...after, updated_at: category.updated_at };
    const { updated_at } = await trx
      .updateTable('gift_categories')
      .set({ updated_at: nextMoment(), updated_by: context.actor.admin_id || null })
      .where('id', '=', id)
      .returning('updated_at')
      .executeTakeFirstOrThrow();
    await audit(trx, context, {
      entity: 'gift_category',
      entity_id: id,
      action,
      program_id,
      left_program_id,
      before,
      after,
    });
    return { ...after, updated_at };
  });
}

/** The database says the same of the depth; here it is said to people, and held against a parent that moves meanwhile. */
async function checkParent(
  trx: Trx,
  { actor }: Context,
  parentId: number | null,
  id?: number,
): Promise<void> {
  if (parentId === null) return;
  if (parentId === id) refuseField('data.parent_id', 'A category cannot stand under itself');
  const parent = await trx
    .selectFrom('gift_categories as c')
    .select('c.parent_id')
    .where('c.id', '=', parentId)
    .where(visibleTo(actor, 'c.program_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!parent) refuseField('data.parent_id', `There is no category ${parentId}`);
  if (parent.parent_id !== null)
    refuseField('data.parent_id', 'Subcategories stand under top-level ones only');
  const child =
    id !== undefined &&
    (await trx.selectFrom('gift_categories').select('id').where('parent_id', '=', id).executeTakeFirst());
  if (child) refuseField('data.parent_id', 'A category with subcategories cannot become one');
}
