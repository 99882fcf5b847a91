import { expect } from 'vitest';
import { LOCALES } from '../../../../core/locales.ts';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import type { programReadsContract } from '../contract.ts';

export const programReadsCases: SiteCases<typeof programReadsContract> = {
  program: {
    foreign: 200,
    async request({ db, program_id, mark }) {
      await db
        .updateTable('programs')
        .set({ program_display_name: mark, heading_text: `${mark}heading`, row_1_text: `${mark}row` })
        .where('id', '=', program_id)
        .execute();
      const translation = { program_id, language_slug: 'de', heading_text: `${mark}Kopf` };
      await db.insertInto('program_translations').values(translation).execute();
      const tag = await db
        .insertInto('program_tags')
        .values({ program_id, name: mark })
        .returning('id')
        .executeTakeFirstOrThrow();
      const known = { price_id: { amount: 12.5, currency: 'eur', interval: 'month', interval_count: 1 } };
      await db
        .insertInto('program_subscriptions')
        .values([
          { program_id, type: 'year' },
          { program_id, type: 'month', price_id: `price_${mark}`, known: JSON.stringify(known) },
        ])
        .execute();
      return {
        query: 'locale=de',
        effect({ program, locale }) {
          expect(locale).toBe('de');
          expect(program).toMatchObject({
            id: program_id,
            program_display_name: mark,
            default_locale: 'en',
            lilt_enabled: false,
            texts: { heading_text: `${mark}Kopf`, row_1_text: `${mark}row`, button_text: '' },
            tags: [{ id: tag.id, name: mark }],
            languages: LOCALES,
          });
          expect(program.subscriptions).toEqual([
            {
              type: 'month',
              product_id: '',
              price_id: `price_${mark}`,
              coupon: '',
              amount: 1250,
              currency: 'EUR',
            },
          ]);
        },
      };
    },
  },
};
