import { sql } from 'kysely';
import type { JobDefinition } from '../../../server/platform.ts';
import { runExports } from './runs.ts';
import { sweepExports } from './sweep.ts';

export const makeExports: JobDefinition = {
  name: 'run-exports',
  every: 2,
  oldestDue: (db) =>
    db
      .selectFrom('exports')
      .select(({ fn }) => fn.min('due_at').as('due'))
      .where('state', '=', 'waiting')
      .executeTakeFirst(),
  waits: (db) => [db.selectFrom('exports').select('file_name').where(sql<boolean>`due_at <= provost_now()`)],
  async run(platform, stopping) {
    await sweepExports(platform, stopping);
    await runExports(platform);
  },
};
