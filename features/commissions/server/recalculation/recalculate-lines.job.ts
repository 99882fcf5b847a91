import { sql } from 'kysely';
import type { JobDefinition } from '../../../../server/platform.ts';
import { runDueRecalculations } from './recalculation-runs.ts';

export const recalculate: JobDefinition = {
  name: 'recalculate-lines',
  every: 2,
  oldestDue: (db) =>
    db
      .selectFrom('recalculations')
      // One that goes on is not late, however long it takes.
      .select(
        sql<string | null>`min(case when status = 'waiting' then run_at else requested_at end)`.as('due'),
      )
      .where((eb) =>
        eb.or([eb('status', '=', 'waiting'), eb.and([eb('status', '=', 'running'), eb('failures', '>', 0)])]),
      )
      .executeTakeFirst(),
  waits: (db) => [
    db
      .selectFrom('recalculations')
      .select('id')
      .where('status', 'in', ['waiting', 'running'])
      .where(sql<boolean>`run_at <= provost_now()`),
  ],
  run: (platform, stopping) => runDueRecalculations(platform, { stopping }),
};
