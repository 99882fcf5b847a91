/** Sweeps old provider events. Specification: Refunds. */
import type { Db } from '../../../../server/db/client.ts';
import { olderThan } from '../../../../server/work/sweep.ts';

/** Days: Stripe repeats an event for three days; a dispute takes months. */
const KEPT_DAYS = 180;

export async function sweepProviderEvents(db: Db, limit: number): Promise<number> {
  const old = db
    .selectFrom('provider_events')
    .select('event_id')
    .where(olderThan('received_at', KEPT_DAYS))
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('provider_events')
    .where('event_id', 'in', old)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
