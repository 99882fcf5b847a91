/** Deletes every hour the images that no row has referred to for a day. */
import type { JobDefinition } from '../../../server/platform.ts';
import { sweepUploads } from './sweep.ts';

export const sweepUnusedUploads: JobDefinition = {
  name: 'sweep-uploads',
  every: 60 * 60,
  async run(platform) {
    await sweepUploads(platform);
  },
};
