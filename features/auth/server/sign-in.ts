import { sql } from 'kysely';
import type { z } from 'zod';
import type { Permission } from '../../../core/access.ts';
import { refuse, refuseField, SECOND_FACTOR } from '../../../core/errors.ts';
import {
  type Call,
  type Context,
  type TransactionContext,
  transactWithoutTenantScope,
} from '../../../server/context.ts';
import { isOverReplica, refuseWrites } from '../../../server/db/replica/reads.ts';
import { networkOf } from '../../../server/http/network.ts';
import { authenticate, noteUse, OPEN_SESSION, signAccessToken } from '../../../server/http/session.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { recordDenial } from '../../../server/nouns/denials.ts';
import { passwordMatches } from '../../../server/passwords/password-hashes.ts';
import { checkSecondFactor, type Unproven } from '../second-factor/server/at-sign-in.ts';
import { WRONG_CODE } from '../second-factor/server/second-factor.ts';
import { keepSecurity } from '../security/server/security-settings.ts';
import type { credentials } from '../sign-in-schemas.ts';
import { PASSWORDS_SHUT } from '../single-sign-on/rules.ts';
import { tryPassword } from './password-tries.ts';
import { issueRefreshToken, openSessionOfToken, sessionOfToken, useRefreshToken } from './refresh-tokens.ts';
import { answerCookie, endSession, type Opening, openSession } from './sessions.ts';
import { isPasswordShut, refuseShutPassword } from './shut-passwords.ts';
import { signedInUser } from './signed-in-user.ts';

type Credentials = z.output<typeof credentials>;

/**
 * Opens a session. Throws a 401 for a wrong email or password, and one whose code is `SECOND_FACTOR` where the password is right
 * and the account's second factor missing or wrong, with those that it has; a 429 after too many wrong passwords and factors; a
 * 403 where passwords are shut.
 */
export async function signIn(context: Call, credentials: Credentials) {
  if (credentials.code !== undefined && credentials.passkey)
    refuseField('passkey', 'Send a code or a passkey, not both');
  refuseShutPassword(context, credentials.email);
  let wrong: Unproven | null = null;
  const opened = await tryPassword(context, credentials.email, async () => {
    const outcome = await openWith(context, credentials);
    wrong = outcome && 'wrong' in outcome && outcome.wrong ? outcome : null;
    return wrong ? null : outcome;
  });
  if (opened && 'shut' in opened) refuse(403, PASSWORDS_SHUT);
  const unproven: Unproven | null = opened && 'factors' in opened ? opened : wrong;
  if (unproven) refuseUnproven(unproven);
  if (!opened || 'factors' in opened) refuse(401, 'The email or the password is wrong');
  return tokensOf(context, opened);
}

function refuseUnproven({ factors, wrong }: Unproven): never {
  const missing = factors.includes('one_time_code')
    ? 'Enter the code of your device, or a recovery code'
    : 'Use a passkey, or enter a recovery code';
  const message = wrong === 'passkey' ? WRONG_PASSKEY : wrong === 'code' ? WRONG_CODE : missing;
  refuse(401, message, { code: SECOND_FACTOR, factors });
}

const WRONG_PASSKEY = 'This passkey is not one of this account. Try again, or enter a code';

/** Throws a 401 for an invalid token. A reused one may be stolen, so the whole session ends. */
export async function refresh(context: Call, given: string | undefined) {
  const token = given ?? context.headers.refresh_cookie;
  if (isOverReplica(context.platform)) return standIn(context, token);
  const exchanged = token ? await exchange(context, token) : null;
  if (!exchanged) {
    answerCookie(context, null);
    refuse(401, 'Sign in to continue');
  }
  return tokensOf(context, exchanged);
}

/** Answers an open session while nothing can be written: the refresh token stays. 503 where the replica does not know it as open. */
async function standIn(context: Call, token: string | null | undefined) {
  const { platform } = context;
  const session = token ? await openSessionOfToken(platform.database.everything, token) : undefined;
  if (!token || !session) refuseWrites();
  const { session_id, admin_id } = session;
  const user = await signedInUser(platform, admin_id, session_id);
  return { token: signAccessToken(platform.tokenKey, session_id), refresh_token: token, user };
}

/** Ends the sessions of the access token, the given refresh token and the cookie; having none is no error. */
export async function signOut(context: Call, given: string | undefined): Promise<void> {
  const { database, tokenKey } = context.platform;
  const known = await authenticate(database.everything, tokenKey, context.headers.authorization);
  await transactWithoutTenantScope(context, async (tx) => {
    await keepSecurity(tx.db);
    const sessions = new Set([known?.session_id]);
    for (const token of [given, context.headers.refresh_cookie]) {
      if (token) sessions.add(await sessionOfToken(tx.db, token));
    }
    for (const id of sessions) if (id) await end(tx, id, 'sign_out');
  });
  answerCookie(context, null);
}

export type Opened = { session_id: string; admin_id: number; refresh_token: string };

/** Opens a session of an admin who has just proven who they are, records it, and ends the one that this browser had. */
export async function openFor(
  tx: Call & TransactionContext,
  admin_id: number,
  opening: Opening = {},
): Promise<Opened> {
  const { program_id, ...admin } = await tx.db
    .selectFrom('admins')
    .select(['id', 'email', 'program_id', 'permissions'])
    .where('id', '=', admin_id)
    .executeTakeFirstOrThrow();
  const permissions = admin.permissions as Permission[];
  const { refresh_cookie } = tx.headers;
  const former =
    refresh_cookie === null ? opening.former_session_id : await sessionOfToken(tx.db, refresh_cookie);
  if (former) await end(tx, former, 'sign_out');
  const session_id = await openSession(tx, { ...admin, permissions }, opening);
  await record(tx, session_id, { admin_id, program_id }, 'sign_in');
  return { session_id, admin_id, refresh_token: await issueRefreshToken(tx.db, session_id) };
}

export async function tokensOf(context: Call, { session_id, admin_id, refresh_token }: Opened) {
  const user = await signedInUser(context.platform, admin_id, session_id);
  const token = signAccessToken(context.platform.tokenKey, session_id);
  answerCookie(context, refresh_token);
  return { token, refresh_token, user };
}

async function openWith(
  context: Call,
  { email, password, time_zone, ...shown }: Credentials,
): Promise<Opened | Unproven | { shut: true } | null> {
  const db = context.platform.database.signIn;
  const admin = await db
    .selectFrom('admins')
    .select(['id', 'program_id', 'password_hash', 'permissions'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const matches = await passwordMatches(admin?.password_hash, password, networkOf(context.address));
  if (!admin || !matches) {
    recordFailure(context, admin);
    return null;
  }
  if (isPasswordShut(context, email, admin.permissions)) return { shut: true };
  const opening = async (tx: Call & TransactionContext) => {
    const trx = tx.db;
    // Before the rows of the factor, as whoever removes one does: else each could wait for the other.
    await keepSecurity(trx);
    // A password changed or an account removed while this one was compared opens nothing any more.
    const still = await trx
      .selectFrom('admins')
      .select('id')
      .where('id', '=', admin.id)
      .where('password_hash', '=', admin.password_hash)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!still) return null;
    const unproven = await checkSecondFactor(tx, { id: admin.id, email }, shown);
    return unproven ?? openFor(tx, admin.id, { time_zone });
  };
  const outcome = await transactWithoutTenantScope(context, opening, 'signIn');
  if (outcome && 'factors' in outcome && outcome.wrong)
    recordFailure(context, admin, `The ${outcome.wrong} of the second factor is wrong`);
  return outcome;
}

/** Records only the network for an unknown account: the typed email may be a secret. */
export function recordFailure(
  context: Context,
  admin: { id: number; program_id: number } | undefined,
  reason = 'The email or the password is wrong',
): void {
  recordDenial(context, {
    who: admin ? `account ${admin.id}` : networkOf(context.address),
    admin_id: null,
    program_id: admin?.program_id ?? 0,
    entity: admin ? 'admin' : 'unknown account',
    entity_id: admin?.id ?? 0,
    action: 'sign_in_failed',
    reason,
  });
}

/** Returns null for an invalid token; throws nothing, since the end of its session must be committed. */
function exchange(context: Call, token: string) {
  return transactWithoutTenantScope(context, async (tx) => {
    const trx = tx.db;
    const found = await useRefreshToken(trx, token);
    if (found?.state === 'reused') await end(tx, found.session_id, 'refresh_reuse');
    if (found?.state !== 'used') return null;
    const session = await trx
      .selectFrom('sessions as s')
      .innerJoin('admins as a', 'a.id', 's.admin_id')
      .select('s.admin_id')
      .where('s.id', '=', found.session_id)
      .where(sql<boolean>`${sql.raw(OPEN_SESSION)}`)
      .where('a.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!session) return null;
    await noteUse(trx, found.session_id);
    const refresh_token = await issueRefreshToken(trx, found.session_id);
    return { session_id: found.session_id, admin_id: session.admin_id, refresh_token };
  });
}

async function end(tx: TransactionContext, sessionId: string, action: string): Promise<void> {
  const ended = await endSession(tx.db, sessionId, action);
  if (ended) await record(tx, sessionId, ended, action);
}

function record(
  tx: TransactionContext,
  sessionId: string,
  { admin_id, program_id }: { admin_id: number; program_id: number },
  action: string,
): Promise<void> {
  return audit(tx, { entity: 'session', entity_id: sessionId, action, program_id, admin_id });
}
