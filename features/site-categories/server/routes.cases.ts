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
import type { siteCategoriesContract } from '../contract.ts';

/** Shown by its program; one that belongs to none is shown by the callers'. */
function newCategory({ db, program_id, within }: Cell): Promise<number> {
  return insertCategory({ db, program_id }, 'A category', within);
}

async function insertCategory(
  { db, program_id }: Maker,
  category_name: string,
  shownBy: number | null = program_id,
): Promise<number> {
  const { id } = await db
    .insertInto('site_categories')
    .values({ category_name, program_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (shownBy) {
    const shown = { category_id: id, program_id: shownBy };
    await db.insertInto('site_category_programs').values(shown).execute();
  }
  return id;
}

const ownCategory = (stage: Stage) => insertCategory(stage, 'A category');

const order = orderCases({
  make: ownCategory,
  placeOf: async ({ db, program_id }, id) => {
    const pairs = db.selectFrom('site_category_programs').select('display_order');
    const place = pairs.where('category_id', '=', id).where('program_id', '=', program_id);
    return (await place.executeTakeFirstOrThrow()).display_order;
  },
});

export const siteCategoriesCases: FeatureCases<typeof siteCategoriesContract> = {
  mark: insertCategory,
  async seed(db, id) {
    const parent_id = id > 4 ? id - 4 : null;
    await db
      .insertInto('site_categories')
      .values({ category_name: `Category ${id}`, parent_id })
      .execute();
    await db
      .insertInto('site_category_programs')
      .values({ category_id: id, program_id: 1 + (id % 2) })
      .execute();
  },
  routes: {
    siteCategoriesCsv: listExportCase,
    categories: {
      refusals: { lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const id = await ownCategory(stage);
        return {
          query: `program_id=${stage.program_id}`,
          effect: ({ categories }) =>
            expect(categories).toContainEqual(expect.objectContaining({ id, group_id: id, status: 1 })),
        };
      },
    },
    siteCategories: {
      refusals: { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const id = await ownCategory(stage);
        return {
          query: `name=${id}`,
          // Part of a name is enough, and 14 has a 4 in it.
          effect: ({ categories }) => expect(categories).toContainEqual(expect.objectContaining({ id })),
        };
      },
    },
    siteCategory: {
      refusals: { row: newCategory },
      async success(stage) {
        const id = await ownCategory(stage);
        return { id, effect: ({ category }) => expect(category.id).toBe(id) };
      },
    },
    createSiteCategory: {
      refusals: {
        body: ({ program }) => ({ data: { category_name: 'New', program_id: program } }),
        beyond: 403,
      },
      success: async (stage) => ({
        body: { data: { category_name: 'Made', program_id: stage.program_id } },
        effect: async () => {
          const made = await stage.db
            .selectFrom('site_categories')
            .select('category_name')
            .where('updated_by', '=', stage.caller.admin_id)
            .where('program_id', '=', stage.program_id)
            .execute();
          expect(made).toEqual([{ category_name: 'Made' }]);
        },
      }),
    },
    updateSiteCategory: {
      refusals: { row: newCategory, body: () => ({ data: { category_name: 'Changed' } }) },
      async success(stage) {
        const id = await ownCategory(stage);
        return {
          id,
          body: { data: { category_name: 'Changed', status: 0 } },
          effect: async () => {
            const row = stage.db.selectFrom('site_categories').select(['category_name', 'status']);
            expect(await row.where('id', '=', id).execute()).toEqual([
              { category_name: 'Changed', status: 0 },
            ]);
          },
        };
      },
    },
    siteCategoryOrder: order.read,
    unplacedSiteCategories: order.unplaced,
    saveSiteCategoryOrder: order.save,
    setSiteCategoryDisplayOrder: {
      refusals: { row: newCategory, body: ({ within }) => ({ program_id: within, display_order: 1 }) },
      async success(stage) {
        const id = await ownCategory(stage);
        return {
          id,
          body: { program_id: stage.program_id, display_order: 4 },
          effect: async () => {
            const place = stage.db.selectFrom('site_category_programs').select('display_order');
            expect(await place.where('category_id', '=', id).execute()).toEqual([{ display_order: 4 }]);
          },
        };
      },
    },
    siteCategoryPrograms: {
      refusals: { row: newCategory },
      async success(stage) {
        const id = await ownCategory(stage);
        return { id, effect: ({ programs }) => expect(programs).toEqual([stage.program_id]) };
      },
    },
    saveSiteCategoryPrograms: {
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
    switchSiteCategories: switchCase('site_category'),
  },
};
