import type { JobDefinition } from '../../../server/platform.ts';
import { sweepUploads } from './sweep.ts';

export const sweepUnusedUploads: JobDefinition = {
  name: 'sweep-uploads',
  every: 60 * 60,
  async run(platform) {
    await sweepUploads(platform);
  },
};
