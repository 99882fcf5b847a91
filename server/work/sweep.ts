/** What is over is swept away: each noun says what of its own, one job does it. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { JobDefinition, Platform } from '../platform.ts';

/** Removes (or blanks) at most `limit` rows that are over; answers how many. */
export type Sweep = (db: Db, limit: number) => Promise<number>;

/** Rows that one statement takes: none of them holds its locks for long. */
const BATCH = 1000;

/** The job that runs these sweeps every hour, each batch in a transaction of its own. */
export function sweeping(sweeps: readonly Sweep[]): JobDefinition {
  return {
    name: 'sweep-rows',
    every: 60 * 60,
    run: (platform, stopping) => sweepRows(platform, sweeps, stopping),
  };
}

/** Runs every sweep until nothing is left for it; one that fails does not keep the others from their work. */
export async function sweepRows(
  { database, log }: Platform,
  sweeps: readonly Sweep[],
  stopping?: AbortSignal,
): Promise<void> {
  for (const sweep of sweeps) {
    try {
      let swept = BATCH;
      while (swept === BATCH && !stopping?.aborted) swept = await sweep(database.everything, BATCH);
    } catch (err) {
      log.error({ err, sweep: sweep.name }, 'a sweep failed');
    }
  }
}

/** True of a moment that is more than so many days ago. */
export function olderThan(moment: string, days: number) {
  return sql<boolean>`${sql.ref(moment)} < provost_now() - make_interval(days => ${days})`;
}
