/** Waiting for the feed of changes: tests on the same cluster hold it back for a moment. */
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Db } from '../../server/db/client.ts';
import { inDepth } from '../deep.ts';

/** Waits until every change that was made so far can be read. */
export async function settledChanges(db: Db): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ late: number }>`
        select count(*)::integer as late from site_changes where xid >= pg_snapshot_xmin(pg_current_snapshot())`.execute(
        db,
      );
      expect(rows[0]?.late).toBe(0);
    },
    // In depth another test's transaction on the same server may take minutes.
    { timeout: inDepth(30_000, 500_000) },
  );
}
