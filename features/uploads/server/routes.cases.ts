import { expect } from 'vitest';
import type { FeatureCases } from '../../../test/routes/route-cases.ts';
import type { uploadsContract } from '../contract.ts';

function anImage(): FormData {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
  const form = new FormData();
  form.append('type', 'event-image');
  form.append('file', new File([Buffer.from(pixel, 'base64')], 'pixel.png', { type: 'image/png' }));
  return form;
}

export const uploadsCases: FeatureCases<typeof uploadsContract> = {
  routes: {
    upload: {
      refusals: { body: anImage, kinds: ['own'], demands: { area: 'events' } },
      success: async (stage) => ({
        body: anImage(),
        demands: { area: 'events' },
        effect: async ({ id, path }) => {
          const kept = await stage.db
            .selectFrom('uploads')
            .select(['path', 'uploaded_by'])
            .where('id', '=', id)
            .executeTakeFirst();
          expect(kept).toEqual({ path, uploaded_by: stage.caller.admin_id });
          expect((await stage.app.call('GET', path)).status).toBe(200);
        },
      }),
      fuzz: { never200: true },
    },
  },
};
