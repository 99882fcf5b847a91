import { sql } from 'kysely';
import { must } from '../../core/must.ts';
import { timeLimit } from '../time-limits.ts';
import type { Db } from './client.ts';

const QUERY_CANCELED = '57014';

/** Runs what `ask` sends in a transaction, each statement within so many seconds (more by TIME_LIMITS); a longer one ends it, which `refuse` says by throwing. */
export async function withinSeconds<Found>(
  db: Db,
  seconds: number,
  { ask, refuse }: { ask: () => Promise<Found>; refuse: () => never },
): Promise<Found> {
  const { rows } = await sql<{ before: string }>`
    select current_setting('statement_timeout') as before`.execute(db);
  const { before } = must(rows[0], 'a setting');
  const limit = (time: string) => sql`select set_config('statement_timeout', ${time}, true)`.execute(db);
  await limit(`${timeLimit(seconds)}s`);
  let found: Found;
  try {
    found = await ask();
  } catch (error) {
    if ((error as { code?: string }).code === QUERY_CANCELED) refuse();
    throw error;
  }
  await limit(before);
  return found;
}
