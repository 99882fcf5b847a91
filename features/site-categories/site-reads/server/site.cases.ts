import { expect } from 'vitest';
import { makeCategory } from '../../../../test/factories.ts';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import type { categoryReadsContract } from '../contract.ts';

export const categoryReadsCases: SiteCases<typeof categoryReadsContract> = {
  categories: {
    foreign: 200,
    async request({ db, program_id, mark }) {
      const at = { program_id, programs: [program_id] };
      const top = await makeCategory(db, { ...at, category_name: `${mark}top` });
      const below = await makeCategory(db, { ...at, category_name: `${mark}below`, parent_id: top.id });
      const alone = await makeCategory(db, { ...at, category_name: `${mark}alone` });
      await makeCategory(db, { ...at, category_name: `${mark}off`, status: 0 });
      await makeCategory(db, { ...at, category_name: `${mark}deleted`, del_flag: 1 });
      await db
        .updateTable('site_category_programs')
        .set({ display_order: 2 })
        .where('category_id', '=', alone.id)
        .execute();
      return {
        effect(answer) {
          expect(answer).toEqual({
            categories: [
              { id: alone.id, name: `${mark}alone`, display_order: 2, sub_categories: [] },
              {
                id: top.id,
                name: `${mark}top`,
                display_order: 0,
                sub_categories: [{ id: below.id, name: `${mark}below`, display_order: 0 }],
              },
            ],
            next: null,
            locale: 'en',
          });
        },
      };
    },
  },
};
