import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Call } from '../../../../server/context.ts';
import { setCookie } from '../../../../server/http/cookies.ts';
import { SIGN_ON_COOKIE } from '../../../../server/http/session.ts';
import { hashOfSecret } from '../../../../server/keys.ts';
import { sweepOf } from '../../../../server/work/sweep.ts';
import { sessionOfToken } from '../../server/refresh-tokens.ts';
import { knownZone } from '../../sessions/server/devices.ts';

const ATTEMPT_MINUTES = 10;

const SECRET = /^[\w-]{43}$/;

/** Values that go to the provider and prove that its answer is to them. */
export type Proofs = { state: string; nonce: string; verifier: string };

export type Attempt = {
  session_id: string | null;
  /** The session that this browser had. */
  former_session_id: string | null;
  return_to: string;
  time_zone: string;
  begun_at: string;
};

/** Notes that this browser goes to the provider, and gives it a cookie its windows share; `session_id` where the session is to be proven again. */
export async function beginAttempt(
  call: Call,
  {
    session_id,
    return_to,
    time_zone,
  }: { session_id: string | null; return_to: string; time_zone?: string | undefined },
): Promise<Proofs> {
  const { refresh_cookie } = call.headers;
  const db = call.platform.database.signIn;
  const { secret = randomBytes(32).toString('base64url') } = cookieOf(call);
  const state = randomBytes(32).toString('base64url');
  const former = session_id === null && refresh_cookie ? await sessionOfToken(db, refresh_cookie) : undefined;
  await db
    .insertInto('sign_on_attempts')
    .values({
      state_hash: hashOfSecret(state),
      browser_hash: hashOfSecret(secret),
      session_id,
      former_session_id: former ?? null,
      return_to,
      time_zone: knownZone(time_zone),
    })
    .execute();
  // The way back begins at another site, so that the cookie of the device would not come along.
  giveCookie(call, `${secret}.${call.headers.device_cookie ?? ''}`);
  return proofsOf(secret, state);
}

/** Takes an attempt of this browser away; null for one that is none, is over or was another browser's. */
export async function takeAttempt(call: Call, state: string): Promise<(Attempt & { proofs: Proofs }) | null> {
  const { secret } = cookieOf(call);
  if (secret === undefined) return null;
  const taken = await call.platform.database.signIn
    .deleteFrom('sign_on_attempts')
    .where('state_hash', '=', hashOfSecret(state))
    .where('browser_hash', '=', hashOfSecret(secret))
    .returning([
      'session_id',
      'former_session_id',
      'return_to',
      'time_zone',
      'begun_at',
      sql<boolean>`begun_at > provost_now() - make_interval(mins => ${ATTEMPT_MINUTES})`.as('is_open'),
    ])
    .executeTakeFirst();
  return taken?.is_open ? { ...taken, proofs: proofsOf(secret, state) } : null;
}

/** The cookie of the device as it was when the browser went away. */
export function deviceOfCookie(call: Call): string | null {
  return cookieOf(call).device ?? null;
}

export const sweepSignOnAttempts = sweepOf('sign_on_attempts', {
  key: 'state_hash',
  moment: 'begun_at',
  days: 1,
});

function cookieOf({ headers }: Call): { secret?: string; device?: string } {
  const [secret = '', device = ''] = headers.sign_on_cookie?.split('.') ?? [];
  if (!SECRET.test(secret)) return {};
  return { secret, ...(SECRET.test(device) && { device }) };
}

/** Derived, so that whoever reads the table can finish no sign-in. */
function proofsOf(secret: string, state: string): Proofs {
  const derived = (what: string) =>
    createHmac('sha256', secret).update(`${what} ${state}`).digest('base64url');
  return { state, nonce: derived('nonce'), verifier: derived('verifier') };
}

/** Lax, unlike the cookies of sessions: it has to come along from the provider's site. */
function giveCookie(call: Call, value: string): void {
  setCookie(call, {
    name: SIGN_ON_COOKIE,
    value,
    path: '/api/wladmin/auth/sso',
    seconds: ATTEMPT_MINUTES * 60,
    same_site: 'Lax',
  });
}
