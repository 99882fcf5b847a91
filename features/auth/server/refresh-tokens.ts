/** Refresh tokens: random, stored as a hash, valid once. Specification: Sign-in. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../server/db/client.ts';
import { OPEN_SESSION } from '../../../server/http/session.ts';

export const REFRESH_TOKEN_SECONDS = 30 * 24 * 60 * 60;

export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Makes a token for the session; it cannot be read later. */
export async function issueRefreshToken(db: Db, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('refresh_tokens')
    .values({
      token_hash: digestOf(token),
      session_id: sessionId,
      expires_at: sql`provost_now() + make_interval(secs => ${REFRESH_TOKEN_SECONDS})`,
    })
    .execute();
  return token;
}

/** Uses up a token. Of concurrent callers one gets `used`, the others `reused`; `expired` is one too old. Undefined for an unknown token. */
export async function useRefreshToken(
  trx: Trx,
  token: string,
): Promise<{ state: 'used' | 'reused' | 'expired'; session_id: string } | undefined> {
  const used = await trx
    .updateTable('refresh_tokens')
    .set({ used_at: sql`provost_now()` })
    .where('token_hash', '=', digestOf(token))
    .where('used_at', 'is', null)
    .returning(['session_id', sql<boolean>`expires_at <= provost_now()`.as('expired')])
    .executeTakeFirst();
  if (used) return { state: used.expired ? 'expired' : 'used', session_id: used.session_id };
  const session_id = await sessionOfToken(trx, token);
  return session_id === undefined ? undefined : { state: 'reused', session_id };
}

export async function sessionOfToken(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', digestOf(token))
    .executeTakeFirst();
  return row?.session_id;
}

/** Returns the open session of a token that was not used up; undefined without one. Uses nothing up. */
export function openSessionOfToken(db: Db, token: string) {
  return db
    .selectFrom('refresh_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('admins as a', 'a.id', 's.admin_id')
    .select(['t.session_id', 's.admin_id'])
    .where('t.token_hash', '=', digestOf(token))
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', sql<string>`provost_now()`)
    .where(sql<boolean>`${sql.raw(OPEN_SESSION)}`)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
}
