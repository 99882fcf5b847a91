/** Deletes expired rows: each noun declares its sweep, one job runs them. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { JobDefinition, Platform } from '../platform.ts';

/** Deletes (or blanks) at most `limit` expired rows; returns their number. */
export type Sweep = (db: Db, limit: number) => Promise<number>;

/** Rows per statement, so that locks are short. */
const BATCH = 1000;

/** Returns the job that runs these sweeps every hour, each batch in its own transaction. */
export function sweeping(sweeps: readonly Sweep[]): JobDefinition {
  return {
    name: 'sweep-rows',
    every: 60 * 60,
    run: (platform, stopping) => sweepRows(platform, sweeps, stopping),
  };
}

/** Runs every sweep until nothing is left; a failing one does not stop the others. */
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

/** Returns the condition that `moment` is more than so many days ago. */
export function olderThan(moment: string, days: number) {
  return sql<boolean>`${sql.ref(moment)} < provost_now() - make_interval(days => ${days})`;
}
