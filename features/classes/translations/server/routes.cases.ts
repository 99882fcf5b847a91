import { expect } from 'vitest';
import type { Cell, FeatureCases, Stage } from '../../../../test/routes/route-cases.ts';
import { newClass } from '../../server/routes.cases.ts';
import type { classTranslationsContract } from '../contract.ts';

const row = async (cell: Cell | Stage) => (await newClass(cell)).id;

export const classTranslationsCases: FeatureCases<typeof classTranslationsContract> = {
  routes: {
    classTranslations: {
      refusals: { row },
      async success(stage) {
        const id = await row(stage);
        return { id, effect: ({ translations }) => expect(translations).toHaveLength(26) };
      },
    },
    saveClassTranslations: {
      refusals: { row, body: () => ({ translations: [{ language_slug: 'de', class_name: 'Ein Kurs' }] }) },
      async success(stage) {
        const id = await row(stage);
        return {
          id,
          body: { translations: [{ language_slug: 'de', class_name: 'Ein Kurs', description: 'Lang' }] },
          effect: async () => {
            const kept = stage.db.selectFrom('class_translations').select(['class_name', 'description']);
            expect(await kept.where('class_id', '=', id).execute()).toEqual([
              { class_name: 'Ein Kurs', description: 'Lang' },
            ]);
          },
        };
      },
    },
  },
};
