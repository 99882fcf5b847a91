import { expect } from 'vitest';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import type { uploadsOfSitesContract } from '../contract.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

export const uploadsOfSitesCases: SiteCases<typeof uploadsOfSitesContract> = {
  upload: {
    foreign: 200,
    async request({ app, db, program_id, mark }) {
      const body = new FormData();
      body.append('file', new File([Buffer.from(PIXEL, 'base64')], `${mark}.png`, { type: 'image/png' }));
      return {
        body,
        async effect({ id, path }) {
          const kept = db
            .selectFrom('uploads')
            .select(['type', 'path', 'program_id', 'uploaded_by'])
            .where('id', '=', id);
          expect(await kept.execute()).toEqual([{ type: 'user-photo', path, program_id, uploaded_by: null }]);
          expect((await app.call('GET', path)).status).toBe(200);
        },
      };
    },
  },
};
