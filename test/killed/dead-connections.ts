import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../server/db/client.ts';
import { until } from '../until.ts';
import { DYING } from './dying.ts';

/** Waits until the database has noticed that a killed process is dead: what that committed is there, and what it held is free. */
export async function deadConnectionsEnded(db: Db): Promise<void> {
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and application_name = ${DYING}`.execute(db);
    expect(rows).toEqual([]);
  });
}
