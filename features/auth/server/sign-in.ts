/** Sign-in, refresh and sign-out. Specification: Sign-in. */
import { refuse } from '../../../core/errors.ts';
import {
  type Call,
  type Context,
  type TransactionContext,
  transactWithoutTenantScope,
} from '../../../server/context.ts';
import { networkOf } from '../../../server/http/network.ts';
import { authenticate, signAccessToken } from '../../../server/http/session.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { recordDenial } from '../../../server/nouns/denials.ts';
import { passwordMatches } from '../../../server/passwords/password-hashes.ts';
import { tryPassword } from './password-tries.ts';
import { issueRefreshToken, sessionOfToken, useRefreshToken } from './refresh-tokens.ts';
import { answerCookie, endSession, openSession } from './sessions.ts';
import { signedInUser } from './signed-in-user.ts';

type Credentials = { email: string; password: string };

/** Opens a session. Throws a 401 for a wrong email or password, a 429 after too many. */
export async function signIn(context: Call, credentials: Credentials) {
  const opened = await tryPassword(context, credentials.email, () => openWith(context, credentials));
  if (!opened) refuse(401, 'The email or the password is wrong');
  return tokensOf(context, opened.session_id, opened.admin_id, opened.refresh_token);
}

/** Throws a 401 for an invalid token. A reused one may be stolen, so the whole session ends. */
export async function refresh(context: Call, given: string | undefined) {
  const token = given ?? context.headers.refresh_cookie;
  const exchanged = token ? await exchange(context, token) : null;
  if (!exchanged) {
    answerCookie(context, null);
    refuse(401, 'Sign in to continue');
  }
  return tokensOf(context, exchanged.session_id, exchanged.admin_id, exchanged.refresh_token);
}

/** Ends the sessions of the access token, the given refresh token and the cookie; having none is no error. */
export async function signOut(context: Call, given: string | undefined): Promise<void> {
  const { database, tokenKey } = context.platform;
  const known = await authenticate(database.everything, tokenKey, context.headers.authorization);
  await transactWithoutTenantScope(context, async (tx) => {
    const sessions = new Set([known?.session_id]);
    for (const token of [given, context.headers.refresh_cookie]) {
      if (token) sessions.add(await sessionOfToken(tx.db, token));
    }
    for (const id of sessions) if (id) await end(tx, id, 'sign_out');
  });
  answerCookie(context, null);
}

async function openWith(context: Call, { email, password }: Credentials) {
  const db = context.platform.database.signIn;
  const admin = await db
    .selectFrom('admins')
    .select(['id', 'program_id', 'password_hash'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const matches = await passwordMatches(admin?.password_hash, password, networkOf(context.address));
  if (!admin || !matches) {
    recordFailure(context, admin);
    return null;
  }
  const opening = async (tx: Call & TransactionContext) => {
    const trx = tx.db;
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
    const session_id = await openSession(tx, admin.id);
    await record(tx, session_id, { admin_id: admin.id, program_id: admin.program_id }, 'sign_in');
    return { session_id, admin_id: admin.id, refresh_token: await issueRefreshToken(trx, session_id) };
  };
  return transactWithoutTenantScope(context, opening, 'signIn');
}

/** Records only the network for an unknown account: the typed email may be a secret. */
function recordFailure(context: Context, admin: { id: number; program_id: number } | undefined): void {
  recordDenial(context, {
    who: admin ? `account ${admin.id}` : networkOf(context.address),
    admin_id: null,
    program_id: admin?.program_id ?? 0,
    entity: admin ? 'admin' : 'unknown account',
    entity_id: admin?.id ?? 0,
    action: 'sign_in_failed',
    reason: 'The email or the password is wrong',
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
      .where('s.ended_at', 'is', null)
      .where('a.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!session) return null;
    const refresh_token = await issueRefreshToken(trx, found.session_id);
    return { session_id: found.session_id, admin_id: session.admin_id, refresh_token };
  });
}

async function tokensOf(context: Call, sessionId: string, adminId: number, refresh_token: string) {
  const { database, tokenKey } = context.platform;
  const user = await signedInUser(database.everything, adminId);
  const token = signAccessToken(tokenKey, sessionId);
  answerCookie(context, refresh_token);
  return { token, refresh_token, user };
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
