/** Sending an image. Specification: Uploads. */
import { z } from 'zod';
import { ownerId } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { UPLOAD_TYPES } from './rules.ts';

export const uploadsContract = {
  // Every type has an area of its own, which is asked for as soon as the type is known.
  upload: route('signed_in', {
    method: 'POST',
    path: '/api/upload',
    summary: 'Store an image; an image that no record uses is deleted after a day',
    input: z.strictObject({
      file: z.file(),
      type: z.enum(UPLOAD_TYPES),
      class_id: ownerId.optional().default(0),
    }),
    output: z.object({ id: z.int(), path: z.string(), original_file: z.string() }),
  }),
};
