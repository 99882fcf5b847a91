/** Photos of people, as a site sends them. Specification: Sites, people. */
import { z } from 'zod';
import { siteRoute } from '../../../core/route.ts';

export const uploadsOfSitesContract = {
  upload: siteRoute('write', {
    method: 'POST',
    path: 'uploads',
    summary: 'Store a photo for photo_id; a photo that no user has is deleted after a day',
    input: z.strictObject({ file: z.file() }),
    output: z.object({ id: z.int(), path: z.string() }),
  }),
};
