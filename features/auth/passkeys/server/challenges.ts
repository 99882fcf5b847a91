/** Challenges of passkeys: random, good once, for one purpose and session, for five minutes. Specification: Accounts. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { refuseForNow } from '../../../../core/errors.ts';
import type { TransactionContext } from '../../../../server/context.ts';
import { lock } from '../../../../server/db/client.ts';
import { hashOfSecret } from '../../../../server/keys.ts';
import { sweepOf } from '../../../../server/work/sweep.ts';

const CHALLENGE_MINUTES = 5;
export const CHALLENGE_MS = CHALLENGE_MINUTES * 60_000;
/** Challenges that may wait at once for one session, or one network of strangers. */
const MOST_WAITING = 100;

export type Purpose =
  | { purpose: 'sign_in'; session_id: null }
  | { purpose: 'register' | 'step_up'; session_id: string | null };

export const SIGN_IN: Purpose = { purpose: 'sign_in', session_id: null };

/** Makes and keeps a challenge, base64url. 429 where `asked_by` has left too many unanswered. */
export async function makeChallenge(
  { db }: TransactionContext,
  { purpose, session_id }: Purpose,
  asked_by: string,
  user_handle: Buffer | null = null,
): Promise<string> {
  await lock(db, `passkey challenges of ${asked_by}`);
  await db
    .deleteFrom('passkey_challenges')
    .where('asked_by', '=', asked_by)
    .where(sql<boolean>`expires_at <= provost_now()`)
    .execute();
  const { waiting } = await db
    .selectFrom('passkey_challenges')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('asked_by', '=', asked_by)
    .executeTakeFirstOrThrow();
  if (Number(waiting) >= MOST_WAITING)
    refuseForNow('Too many passkeys were requested.', CHALLENGE_MINUTES * 60);
  const challenge = randomBytes(32).toString('base64url');
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashOfSecret(challenge),
      purpose,
      session_id,
      asked_by,
      user_handle,
      expires_at: sql`provost_now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
    })
    .execute();
  return challenge;
}

/** Uses a challenge up: of callers with the same one a single one gets it. Null for an old one, and one of another purpose or session. */
export async function spendChallenge(
  { db }: Pick<TransactionContext, 'db'>,
  { purpose, session_id }: Purpose,
  challenge: string,
): Promise<{ user_handle: Buffer | null } | null> {
  const spent = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashOfSecret(challenge))
    .where('purpose', '=', purpose)
    .where(sql<boolean>`session_id is not distinct from ${session_id}::uuid`)
    .where(sql<boolean>`expires_at > provost_now()`)
    .returning('user_handle')
    .executeTakeFirst();
  return spent ?? null;
}

export const sweepPasskeyChallenges = sweepOf('passkey_challenges', {
  key: 'challenge_hash',
  moment: 'expires_at',
  days: 0,
});
