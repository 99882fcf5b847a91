/** Looks for exports that no process is at, and for files whose day is over. */
import type { JobDefinition } from '../../../server/platform.ts';
import { runExports } from './runs.ts';
import { sweepExports } from './sweep.ts';

export const makeExports: JobDefinition = {
  name: 'run-exports',
  every: 2,
  async run(platform, stopping) {
    await sweepExports(platform, stopping);
    await runExports(platform);
  },
};
