/** Who waits for whom in the database, for tests in which one hand is to be stopped in the middle. */
import { sql } from 'kysely';
import pg from 'pg';
import { expect } from 'vitest';
import type { Db } from '../server/db/client.ts';
import { until } from './until.ts';

/** Until so many sessions of the database wait for a lock; ask as its owner, who sees what each role waits for. */
export async function untilWaiting(owner: Db, sessions = 1): Promise<void> {
  await until(async () => expect(await waitingSessions(owner)).toBe(sessions));
}

async function waitingSessions(owner: Db): Promise<number | undefined> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
  return rows[0]?.waiting;
}

/**
 * A transaction of the owner's that holds others up. It ends with the test, even one that fails: left open, it would keep the
 * feed of changes waiting in every other test of the cluster.
 */
export async function openHolder(ownerUrl: string) {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  await client.query('begin');
  const waiting = async () => {
    // Within a transaction the list of sessions stays as it was first seen.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length;
  };
  return {
    client,
    /** Until so many sessions of the database wait for a lock. */
    untilWaiting: async (sessions: number) => {
      await until(async () => expect(await waiting()).toBe(sessions));
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
