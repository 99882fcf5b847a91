/** Deletes expired rows: each noun declares its sweep, one job runs them. */
import { sql } from 'kysely';
import { must } from '../../core/must.ts';
import type { Db } from '../db/client.ts';
import type { DB } from '../db/types.ts';
import type { JobDefinition, Platform } from '../platform.ts';
import type { Retention } from '../retention-settings.ts';

/** Deletes (or blanks) at most `limit` expired rows, as old as the settings say; returns their number. */
export type Sweep = (db: Db, limit: number, config: Retention) => Promise<number>;

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
  { database, log, config, metrics }: Platform,
  sweeps: readonly Sweep[],
  stopping?: AbortSignal,
): Promise<void> {
  for (const sweep of sweeps) {
    try {
      let swept = BATCH;
      while (swept === BATCH && !stopping?.aborted) {
        swept = await sweep(database.everything, BATCH, config);
        metrics?.swept(sweep.name, swept);
      }
    } catch (err) {
      log.error({ err, sweep: sweep.name }, 'a sweep failed');
    }
  }
}

/** Returns the sweep of a table's rows whose `moment` is more than so many days ago; none where a setting says 0. */
export function sweepOf<Table extends keyof DB>(
  table: Table,
  { key, moment, days: age }: { key: Column<Table>; moment: Column<Table>; days: Days },
): Sweep {
  const sweep: Sweep = async (db, limit, config) => {
    const days = typeof age === 'number' ? age : config[age] || null;
    if (days === null) return 0;
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${olderThan(moment, days)} limit ${limit})`.execute(
      db,
    );
    return Number(must(numAffectedRows, 'count of deleted rows'));
  };
  return Object.defineProperty(sweep, 'name', { value: `sweep of ${table}` });
}

/** Days, or the setting that says them. */
type Days = number | keyof Retention;

type Column<Table extends keyof DB> = keyof DB[Table] & string;

/** Returns the condition that `moment` is more than so many days ago. */
export function olderThan(moment: string, days: number) {
  return sql<boolean>`${sql.ref(moment)} < provost_now() - make_interval(days => ${days})`;
}
