import { expect } from 'vitest';
import { makeProgram } from '../../../test/factories.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import { orderCases } from '../../../test/routes/order-cases.ts';
import {
  type Cell,
  type FeatureCases,
  FOREIGN,
  type Maker,
  type Stage,
} from '../../../test/routes/route-cases.ts';
import { switchCase } from '../../../test/routes/switch-cases.ts';
import type { giftCategoriesContract } from '../contract.ts';

/** Shown by its program; one that belongs to none is shown by the callers'. */
function newCategory({ db, program_id, within }: Cell): Promise<number> {
  return insertCategory({ db, program_id }, 'A category', within);
}

async function insertCategory(
  { db, program_id }: Maker,
  name: string,
  shownBy: number | null = program_id,
): Promise<number> {
  const { id } = await db
    .insertInto('gift_categories')
    .values({ name, program_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (shownBy) {
    const shown = { category_id: id, program_id: shownBy };
    await db.insertInto('gift_category_programs').values(shown).execute();
  }
  return id;
}

const ownCategory = (stage: Stage) => insertCategory(stage, 'A category');
const categoryRow = ({ db }: Stage, id: number) =>
  db.selectFrom('gift_categories').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const placeOf = ({ db, program_id }: Stage, id: number) =>
  db
    .selectFrom('gift_category_programs')
    .select(['featured', 'sort_order'])
    .where('category_id', '=', id)
    .where('program_id', '=', program_id)
    .executeTakeFirstOrThrow();

const order = orderCases({
  make: ownCategory,
  placeOf: async (stage, id) => (await placeOf(stage, id)).sort_order,
});

export const giftCategoriesCases: FeatureCases<typeof giftCategoriesContract> = {
  mark: insertCategory,
  async seed(db, id) {
    const parent_id = id > 4 ? id - 4 : null;
    await db
      .insertInto('gift_categories')
      .values({ name: `Category ${id}`, parent_id })
      .execute();
    await db
      .insertInto('gift_category_programs')
      .values({ category_id: id, program_id: 1 + (id % 2) })
      .execute();
  },
  routes: {
    giftCategoriesCsv: listExportCase,
    giftCategories: {
      refusals: { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const id = await ownCategory(stage);
        return {
          query: `name=${id}`,
          effect: ({ categories }) => expect(categories).toMatchObject([{ id }]),
        };
      },
    },
    giftCategory: {
      refusals: { row: newCategory },
      async success(stage) {
        const id = await ownCategory(stage);
        return { id, effect: ({ category }) => expect(category.id).toBe(id) };
      },
    },
    createGiftCategory: {
      refusals: { body: ({ program }) => ({ data: { name: 'New', program_id: program } }), beyond: 403 },
      success: async (stage) => ({
        body: { data: { name: 'Made', program_id: stage.program_id } },
        effect: async () => {
          const made = await stage.db
            .selectFrom('gift_categories')
            .select('name')
            .where('updated_by', '=', stage.caller.admin_id)
            .where('program_id', '=', stage.program_id)
            .execute();
          expect(made).toEqual([{ name: 'Made' }]);
        },
      }),
    },
    updateGiftCategory: {
      refusals: { row: newCategory, body: () => ({ data: { name: 'Changed' } }) },
      async success(stage) {
        const id = await ownCategory(stage);
        return {
          id,
          body: { data: { name: 'Changed' } },
          effect: async () => expect((await categoryRow(stage, id)).name).toBe('Changed'),
        };
      },
    },
    giftCategoryOrder: order.read,
    unplacedGiftCategories: order.unplaced,
    saveGiftCategoryOrder: order.save,
    setGiftCategoryDisplayOrder: {
      refusals: { row: newCategory, body: ({ within }) => ({ program_id: within, sort_order: 1 }) },
      async success(stage) {
        const id = await ownCategory(stage);
        return {
          id,
          body: { program_id: stage.program_id, sort_order: 4 },
          effect: async () => expect((await placeOf(stage, id)).sort_order).toBe(4),
        };
      },
    },
    toggleGiftCategoryFeatured: {
      refusals: { row: newCategory, body: ({ within }) => ({ program_id: within }) },
      async success(stage) {
        const id = await ownCategory(stage);
        return {
          id,
          body: { program_id: stage.program_id },
          effect: async () => expect((await placeOf(stage, id)).featured).toBe(true),
        };
      },
    },
    giftCategoryPrograms: {
      refusals: { row: newCategory },
      async success(stage) {
        const id = await ownCategory(stage);
        return { id, effect: ({ programs }) => expect(programs).toEqual([stage.program_id]) };
      },
    },
    saveGiftCategoryPrograms: {
      refusals: { row: newCategory, body: () => ({ programs: [FOREIGN] }) },
      async success(stage) {
        const id = await ownCategory(stage);
        const other = (await makeProgram(stage.db)).id;
        return {
          id,
          body: { programs: [other] },
          effect: ({ programs }) => expect(programs).toContain(other),
        };
      },
    },
    giftCategoryTranslations: {
      refusals: { row: newCategory },
      async success(stage) {
        const id = await ownCategory(stage);
        return { id, effect: ({ translations }) => expect(translations.length).toBeGreaterThan(20) };
      },
    },
    saveGiftCategoryTranslations: {
      refusals: { row: newCategory, body: () => ({ translations: [{ language_slug: 'de', name: 'Neu' }] }) },
      async success(stage) {
        const id = await ownCategory(stage);
        return {
          id,
          body: { translations: [{ language_slug: 'de', name: 'Eine Sparte' }] },
          effect: async () => {
            const kept = await stage.db
              .selectFrom('gift_category_translations')
              .select('name')
              .where('category_id', '=', id)
              .execute();
            expect(kept).toEqual([{ name: 'Eine Sparte' }]);
          },
        };
      },
    },
    switchGiftCategories: switchCase('gift_category'),
  },
};
