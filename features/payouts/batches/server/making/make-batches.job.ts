import { sql } from 'kysely';
import type { Db } from '../../../../../server/db/client.ts';
import type { JobDefinition } from '../../../../../server/platform.ts';
import { makeDueBatches } from './make-batches.ts';

export const makeBatches: JobDefinition = {
  name: 'make-payout-batches',
  every: 2,
  waits: (db) => [making(db).select('m.batch_id').where(sql<boolean>`m.run_at <= provost_now()`)],
  oldestDue: (db) =>
    making(db)
      .select(sql<string | null>`min(case when m.failures > 0 then b.created_at else m.run_at end)`.as('due'))
      .executeTakeFirst(),
  run: (platform, stopping) => makeDueBatches(platform, stopping),
};

function making(db: Db) {
  return db
    .selectFrom('payout_makings as m')
    .innerJoin('payout_batches as b', 'b.id', 'm.batch_id')
    .where('b.state', '=', 'making');
}
