/** Successes of the LiL Giveaways categories. */
import { expect } from 'vitest';
import type { giftCategoriesContract } from '../../features/gift-categories/contract.ts';
import { makeProgram } from '../factories.ts';
import type { Stage, Successes } from './success.ts';

async function newCategory({ db, program }: Stage): Promise<number> {
  const { id } = await db
    .insertInto('gift_categories')
    .values({ name: 'A category', program_id: program })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('gift_category_programs').values({ category_id: id, program_id: program }).execute();
  return id;
}
const categoryRow = ({ db }: Stage, id: number) =>
  db.selectFrom('gift_categories').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const placeOf = ({ db, program }: Stage, id: number) =>
  db
    .selectFrom('gift_category_programs')
    .select(['featured', 'sort_order'])
    .where('category_id', '=', id)
    .where('program_id', '=', program)
    .executeTakeFirstOrThrow();

export const giftCategoriesSuccesses: Successes<typeof giftCategoriesContract> = {
  async giftCategories(stage) {
    const id = await newCategory(stage);
    return { query: `name=${id}`, effect: ({ categories }) => expect(categories).toMatchObject([{ id }]) };
  },
  async giftCategory(stage) {
    const id = await newCategory(stage);
    return { id, effect: ({ category }) => expect(category.id).toBe(id) };
  },
  createGiftCategory: async (stage) => ({
    body: { data: { name: 'Made', program_id: stage.program } },
    effect: async () => {
      const made = await stage.db
        .selectFrom('gift_categories')
        .select('name')
        .where('updated_by', '=', stage.caller.admin_id)
        .where('program_id', '=', stage.program)
        .execute();
      expect(made).toEqual([{ name: 'Made' }]);
    },
  }),
  async updateGiftCategory(stage) {
    const id = await newCategory(stage);
    return {
      id,
      body: { data: { name: 'Changed' } },
      effect: async () => expect((await categoryRow(stage, id)).name).toBe('Changed'),
    };
  },
  async setGiftCategoryDisplayOrder(stage) {
    const id = await newCategory(stage);
    return {
      id,
      body: { program_id: stage.program, sort_order: 4 },
      effect: async () => expect((await placeOf(stage, id)).sort_order).toBe(4),
    };
  },
  async toggleGiftCategoryFeatured(stage) {
    const id = await newCategory(stage);
    return {
      id,
      body: { program_id: stage.program },
      effect: async () => expect((await placeOf(stage, id)).featured).toBe(true),
    };
  },
  async giftCategoryPrograms(stage) {
    const id = await newCategory(stage);
    return { id, effect: ({ programs }) => expect(programs).toEqual([stage.program]) };
  },
  async saveGiftCategoryPrograms(stage) {
    const id = await newCategory(stage);
    const other = (await makeProgram(stage.db)).id;
    return { id, body: { programs: [other] }, effect: ({ programs }) => expect(programs).toContain(other) };
  },
  async giftCategoryTranslations(stage) {
    const id = await newCategory(stage);
    return { id, effect: ({ translations }) => expect(translations.length).toBeGreaterThan(20) };
  },
  async saveGiftCategoryTranslations(stage) {
    const id = await newCategory(stage);
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
};
