import { expect } from 'vitest';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { archiveCases } from '../../../test/routes/archive-cases.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import {
  type Cell,
  type FeatureCases,
  FOREIGN,
  type Maker,
  type Stage,
} from '../../../test/routes/route-cases.ts';
import type { giftProductsContract } from '../contract.ts';

/** Shown by its own program alone: one that belongs to none is shown by nobody. */
const newProduct = (cell: Cell) => insertProduct(cell, 'A product');

async function insertProduct({ db, program_id }: Maker, name: string): Promise<number> {
  const { id } = await db
    .insertInto('gift_products')
    .values({ name, type: 'physical', program_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (program_id !== null)
    await db.insertInto('gift_product_programs').values({ product_id: id, program_id }).execute();
  return id;
}

const ownProduct = (stage: Stage) => insertProduct(stage, 'A product');
const productRow = ({ db }: Stage, id: number) =>
  db.selectFrom('gift_products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const archives = archiveCases('gift_product');

export const giftProductsCases: FeatureCases<typeof giftProductsContract> = {
  mark: insertProduct,
  async seed(db, id) {
    const values = { name: `Product ${id}`, type: id % 2 ? 'physical' : 'money', program_id: 1 + (id % 2) };
    await db.insertInto('gift_products').values(values).execute();
    await db
      .insertInto('gift_product_programs')
      .values({ product_id: id, program_id: 1 + (id % 3) })
      .execute();
  },
  routes: {
    giftProductsCsv: listExportCase,
    giftProducts: {
      refusals: { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const id = await ownProduct(stage);
        return { query: `name=${id}`, effect: ({ products }) => expect(products).toMatchObject([{ id }]) };
      },
    },
    giftProduct: {
      refusals: { row: newProduct },
      async success(stage) {
        const id = await ownProduct(stage);
        return { id, effect: ({ product }) => expect(product.id).toBe(id) };
      },
    },
    createGiftProduct: {
      refusals: {
        body: ({ program }) => ({ data: { name: 'New', type: 'physical', program_id: program } }),
        beyond: 403,
      },
      success: async (stage) => ({
        body: {
          data: {
            name: 'Made',
            type: 'money',
            data: { amount: 12.5, currency: 'USD' },
            program_id: stage.program_id,
          },
        },
        effect: async ({ product }) =>
          expect(await productRow(stage, product.id)).toMatchObject({
            name: 'Made',
            amount: 1250,
            program_id: stage.program_id,
            updated_by: stage.caller.admin_id,
          }),
      }),
    },
    updateGiftProduct: {
      refusals: { row: newProduct, body: () => ({ data: { name: 'Changed' } }) },
      async success(stage) {
        const id = await ownProduct(stage);
        return {
          id,
          body: { data: { name: 'Changed', active: 0 } },
          effect: async () =>
            expect(await productRow(stage, id)).toMatchObject({ name: 'Changed', active: 0 }),
        };
      },
    },
    giftProductPrograms: {
      refusals: { row: newProduct },
      async success(stage) {
        const id = await ownProduct(stage);
        return { id, effect: ({ programs }) => expect(programs).toEqual([stage.program_id]) };
      },
    },
    saveGiftProductPrograms: {
      refusals: { row: newProduct, body: () => ({ programs: [FOREIGN] }) },
      async success(stage) {
        const id = await ownProduct(stage);
        const other = (await makeProgram(stage.db)).id;
        return {
          id,
          body: { programs: [other] },
          effect: ({ programs }) => expect(programs).toContain(other),
        };
      },
    },
    giftProductTranslations: {
      refusals: { row: newProduct },
      async success(stage) {
        const id = await ownProduct(stage);
        return { id, effect: ({ translations }) => expect(translations.length).toBeGreaterThan(20) };
      },
    },
    saveGiftProductTranslations: {
      refusals: { row: newProduct, body: () => ({ translations: [{ language_slug: 'de', name: 'Neu' }] }) },
      async success(stage) {
        const id = await ownProduct(stage);
        return {
          id,
          body: { translations: [{ language_slug: 'de', name: 'Ein Preis' }] },
          effect: async () => {
            const kept = await stage.db
              .selectFrom('gift_product_translations')
              .select('name')
              .where('product_id', '=', id)
              .execute();
            expect(kept).toEqual([{ name: 'Ein Preis' }]);
          },
        };
      },
    },
    classSearch: {
      refusals: { query: () => 'name=gift' },
      async success(stage) {
        const { id: instructor_id } = await makeInstructor(stage.db);
        const { id } = await makeClass(stage.db, { instructor_id, program_id: stage.program_id });
        return {
          query: `name=${id}`,
          effect: ({ classes }) => expect(classes).toMatchObject([{ id, is_bundle: false }]),
        };
      },
    },
    duplicateGiftProduct: archives.duplicate,
    archiveGiftProduct: archives.archive,
    restoreGiftProduct: archives.restore,
    archiveGiftProducts: archives.many,
  },
};
