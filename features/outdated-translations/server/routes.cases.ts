import { expect } from 'vitest';
import { makeProduct } from '../../../test/factories.ts';
import type { FeatureCases, Maker } from '../../../test/routes/route-cases.ts';
import type { outdatedTranslationsContract } from '../contract.ts';

async function makeOutdated({ db, program_id }: Maker, name = 'Teapot') {
  const product = await makeProduct(db, { name, program_id });
  const made_from = JSON.stringify({ name: 'the hash of something else' });
  await db
    .insertInto('gift_product_translations')
    .values({ product_id: product.id, language_slug: 'de', name: 'Teekanne', made_from })
    .execute();
  return product;
}

export const outdatedTranslationsCases: FeatureCases<typeof outdatedTranslationsContract> = {
  mark: makeOutdated,
  routes: {
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
  },
};
