import { expect } from 'vitest';
import { makeUpload } from '../../../../test/factories.ts';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import { inDays, makeEvent } from '../../../../test/rows/events.ts';
import type { bannerReadsContract } from '../contract.ts';

export const bannerReadsCases: SiteCases<typeof bannerReadsContract> = {
  banners: {
    foreign: 200,
    async request({ db, program_id, mark }) {
      const event = await makeEvent(db, { program_id, name: mark, end_at: inDays(5) });
      const values = { program_id, title: `${mark}title`, sub_title: mark };
      const { id } = await db
        .insertInto('banners')
        .values({ ...values, event_id: event.id })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('banners')
        .values({ ...values, active: 0 })
        .execute();
      const [original, crop] = [
        await makeUpload(db, { program_id, type: 'event-banner-image' }),
        await makeUpload(db, { program_id, type: 'event-banner-image', width: 1920, height: 400 }),
      ];
      await db
        .insertInto('banner_images')
        .values({
          banner_id: id,
          size: 'image',
          upload_id: crop.id,
          original_id: original.id,
          crop_id: crop.id,
        })
        .execute();
      const at = (width: number) =>
        `http://localhost:4000${crop.path.replace('images/', `images/${width}/`)}`;
      return {
        effect(answer) {
          expect(answer).toEqual({
            banners: [
              {
                id,
                title: `${mark}title`,
                sub_title: mark,
                event_id: event.id,
                colors: expect.objectContaining({ color_1: '#FC5B00', color_stripe_bg: '#EE6E27' }),
                image: { small: at(320), medium: at(640), large: at(1280) },
                mobile_image: null,
                small_image: null,
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
