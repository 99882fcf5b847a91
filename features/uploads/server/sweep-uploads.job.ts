/** Looks every hour for images that nothing has referred to for a day. */
import { z } from 'zod';
import type { JobDefinition } from '../../../server/platform.ts';
import { sweepUploads } from './sweep.ts';

export const sweepUnusedUploads: JobDefinition<object> = {
  name: 'sweep-uploads',
  payload: z.object({}),
  every: 60 * 60,
  async run(platform) {
    await sweepUploads(platform);
  },
};
