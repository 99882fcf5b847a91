import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { JobDefinition, Platform } from '../../../server/platform.ts';
import { endImports, runImports } from '../../imports/server/runs.ts';
import { sweepImports } from '../../imports/server/sweep.ts';

export const makeImports: JobDefinition = {
  name: 'run-imports',
  every: 2,
  waits: (db) => [
    db
      .selectFrom('imports')
      .select('id')
      .where('state', 'in', ['checking', 'running'])
      .where(sql<boolean>`due_at <= provost_now()`),
    db
      .selectFrom('imports')
      .select('id')
      .where('state', 'in', ['done', 'undone', 'failed'])
      .where('file_path', 'is not', null),
  ],
  async run(platform, stopping) {
    await sweepImports(platform, stopping);
    await runImports(platform);
  },
};

export function mountImports(app: FastifyInstance, platform: Platform): void {
  app.addHook('preClose', () => endImports(platform));
}
