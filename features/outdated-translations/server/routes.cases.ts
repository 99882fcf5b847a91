import { expect } from 'vitest';
import { englishHash } from '../../../server/nouns/translations.ts';
import { makeProduct } from '../../../test/factories.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import type { FeatureCases, Maker } from '../../../test/routes/route-cases.ts';
import type { outdatedTranslationsContract } from '../contract.ts';

const OF_ANOTHER = { name: englishHash('Kettle') };

async function makeOutdated({ db, program_id }: Maker, name = 'Teapot', id?: number) {
  const product = await makeProduct(db, { name, program_id, ...(id && { id }) });
  const made_from = JSON.stringify(OF_ANOTHER);
  await db
    .insertInto('gift_product_translations')
    .values({ product_id: product.id, language_slug: 'de', name: 'Teekanne', made_from })
    .execute();
  return product;
}

async function makeUpToDate(maker: Maker) {
  const product = await makeOutdated(maker);
  await maker.db
    .updateTable('gift_product_translations')
    .set({ made_from: JSON.stringify({ name: englishHash(product.name) }) })
    .where('product_id', '=', product.id)
    .execute();
  return product;
}

/** The record that odd requests usually mark. */
const FUZZED = 1_000_000;

const LONG_AGO = '2020-01-01T00:00:00Z';
const german = (id: number) => ({ noun: 'gift_product', id, language: 'de' });

async function isOutdated({ db }: Maker, id: number): Promise<boolean> {
  const texts = db.selectFrom('gift_product_translations').select('outdated').where('product_id', '=', id);
  return (await texts.executeTakeFirstOrThrow()).outdated;
}

export const outdatedTranslationsCases: FeatureCases<typeof outdatedTranslationsContract> = {
  mark: makeOutdated,
  seedOnce: async (db) => void (await makeOutdated({ db, program_id: 1 }, 'Kettle', FUZZED)),
  routes: {
    outdatedTranslationsCsv: listExportCase,
    outdatedTranslations: {
      refusals: { query: () => 'sort_by=id', lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const { id, name } = await makeOutdated(stage);
        const { program_id } = stage;
        return {
          query: `program_id=${program_id}&noun=gift_product&language=de`,
          effect: (answer) =>
            expect(answer).toMatchObject({
              count: 1,
              translations: [{ noun: 'gift_product', id, name, program_id, languages: ['de'] }],
            }),
        };
      },
    },
    outdatedTexts: {
      refusals: {
        row: async (cell) => (await makeOutdated(cell)).id,
        query: (id) => `noun=gift_product&id=${id}`,
      },
      async success(stage) {
        const { id, name } = await makeOutdated(stage);
        return {
          query: `noun=gift_product&id=${id}`,
          effect: ({ texts }) =>
            expect(texts).toEqual([
              { language: 'de', field: 'name', text: 'Teekanne', earlier: null, english: name },
            ]),
        };
      },
    },
    markUpToDate: {
      refusals: {
        row: async (cell) => (await makeOutdated(cell)).id,
        body: (_, id) => ({ items: [german(id)] }),
        beyond: 400,
      },
      fuzz: { usually: { items: [german(FUZZED)] } },
      async success(stage) {
        const { id } = await makeOutdated(stage);
        return {
          body: { items: [german(id)] },
          async effect({ marked }) {
            expect(marked).toMatchObject([{ ...german(id), made_from: OF_ANOTHER }]);
            expect(await isOutdated(stage, id)).toBe(false);
          },
        };
      },
    },
    markOutdated: {
      refusals: {
        row: async (cell) => (await makeUpToDate(cell)).id,
        // The mark it has already, so that the moment does not matter.
        body: (_, id) => ({
          items: [{ ...german(id), made_from: { name: englishHash('Teapot') }, updated_at: LONG_AGO }],
        }),
        beyond: 400,
      },
      // The mark and the moment of a text.
      fuzz: { never200: true },
      async success(stage) {
        const { id, updated_at } = await makeUpToDate(stage);
        return {
          body: { items: [{ ...german(id), made_from: OF_ANOTHER, updated_at }] },
          async effect({ marked }) {
            expect(marked).toHaveLength(1);
            expect(await isOutdated(stage, id)).toBe(true);
          },
        };
      },
    },
  },
};
