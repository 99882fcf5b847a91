/** Waiting for the feed of changes: tests on the same cluster hold it back for a moment. */
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, inject } from 'vitest';
import type { Db } from '../../server/db/client.ts';
import { makeDemoTemplate } from '../demo-database.ts';
import { until } from '../until.ts';

/** For files that wait for the feed: makes the demo before, whose one transaction holds the feed back for a minute. */
export function useSettledFeed(): void {
  beforeAll(async () => void (await makeDemoTemplate(inject('testDatabase'))));
}

/** Waits until every change that was made so far can be read. */
export async function settledChanges(db: Db): Promise<void> {
  await until(async () => {
    const { rows } = await sql<{ late: number; oldest: string | null }>`
        select count(*)::integer as late, (
          select concat_ws(' ', datname, 'since', xact_start, query) from pg_stat_activity
          where backend_xid is not null order by xact_start limit 1
        ) as oldest
        from site_changes where xid >= pg_snapshot_xmin(pg_current_snapshot())`.execute(db);
    expect(rows[0]?.late, `held back by ${rows[0]?.oldest}`).toBe(0);
  });
}

/**
 * Runs `statement` in a transaction that has begun before `others` and ends after them; `between` while one that began
 * between them is still under way, which holds back what the others have changed.
 */
export async function changeBegunBefore(
  ownerUrl: string,
  statement: string,
  { others, between }: { others: () => Promise<unknown>; between?: () => Promise<unknown> },
): Promise<void> {
  const [first, second] = [new pg.Client(ownerUrl), new pg.Client(ownerUrl)];
  for (const client of [first, second]) {
    await client.connect();
    await client.query('begin; select pg_current_xact_id()');
  }
  await others();
  await first.query(`${statement}; commit`);
  await between?.();
  await second.query('commit');
  for (const client of [first, second]) await client.end();
}
