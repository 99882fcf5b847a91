import { sql } from 'kysely';
import type { Db } from '../../../server/db/client.ts';
import { olderThan, sweepOf } from '../../../server/work/sweep.ts';

/** Days that expired rows are kept for inspection. */
const KEPT_DAYS = 30;

export async function sweepRefreshTokens(db: Db, limit: number): Promise<number> {
  const old = db
    .selectFrom('refresh_tokens as t')
    .select('t.token_hash')
    .where((row) =>
      row.or([
        olderThan('t.expires_at', KEPT_DAYS),
        row(
          't.session_id',
          'in',
          db.selectFrom('sessions').select('id').where(olderThan('ended_at', KEPT_DAYS)),
        ),
      ]),
    )
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('refresh_tokens')
    .where('token_hash', 'in', old)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function sweepSessions(db: Db, limit: number): Promise<number> {
  const old = db
    .selectFrom('sessions as s')
    .select('s.id')
    .where((row) => row.or([olderThan('s.ended_at', KEPT_DAYS), olderThan('s.ends_at', KEPT_DAYS)]))
    .where(sql<boolean>`not exists (select from refresh_tokens t where t.session_id = s.id)`)
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

export const sweepPasswordResets = sweepOf('password_resets', {
  key: 'token_hash',
  moment: 'expires_at',
  days: KEPT_DAYS,
});

export const sweepSignInFailures = sweepOf('sign_in_failures', { key: 'id', moment: 'at', days: KEPT_DAYS });

export const sweepRecoveryCalls = sweepOf('recovery_calls', {
  key: 'network',
  moment: 'window_ends',
  days: 0,
});
