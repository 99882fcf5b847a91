/** Sweeps of expired links, see server/work/sweep.ts. */
import type { Db } from '../../../../server/db/client.ts';
import { olderThan } from '../../../../server/work/sweep.ts';

/** Days that expired links are kept for inspection. */
const KEPT_DAYS = 30;

export async function sweepSitePasswordResets(db: Db, limit: number): Promise<number> {
  const old = db
    .selectFrom('site_password_resets')
    .select('token_hash')
    .where(olderThan('expires_at', KEPT_DAYS))
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('site_password_resets')
    .where('token_hash', 'in', old)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
