/** Jobs that fold rows of kept sums, which are only added to, into fewer (docs/decisions/222, 223). */
import type { Db } from '../db/client.ts';
import type { JobDefinition } from '../platform.ts';

/** Rows of a statement that folds, so that each is short. */
export const FOLDED_AT_ONCE = 10_000;

/** Returns the job that calls `fold`, which returns how many rows it folded, until less than a batch was left: steady sales always leave one. */
export function foldingJob(name: string, fold: (db: Db) => Promise<number>): JobDefinition {
  return {
    name,
    every: 30,
    run: async ({ database }, stopping) => {
      while (!stopping.aborted && (await fold(database.everything)) >= FOLDED_AT_ONCE);
    },
  };
}
