/** Looks for imports that no process is at, and for files that nothing will read again. */
import type { FastifyInstance } from 'fastify';
import type { JobDefinition, Platform } from '../../../server/platform.ts';
import { endImports, runImports } from '../../imports/server/runs.ts';
import { sweepImports } from '../../imports/server/sweep.ts';

export const makeImports: JobDefinition = {
  name: 'run-imports',
  every: 2,
  async run(platform, stopping) {
    await sweepImports(platform, stopping);
    await runImports(platform);
  },
};

/** Stops running imports at shutdown. */
export function mountImports(app: FastifyInstance, platform: Platform): void {
  app.addHook('preClose', () => endImports(platform));
}
