import { sql } from 'kysely';
import { refuse } from '../../../../core/errors.ts';
import {
  type Call,
  type TransactionContext,
  transactWithoutTenantScope,
} from '../../../../server/context.ts';
import { lock } from '../../../../server/db/client.ts';
import { networkOf } from '../../../../server/http/network.ts';
import { OPEN_SESSION } from '../../../../server/http/session.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { recordDenial } from '../../../../server/nouns/denials.ts';
import { NO_PASSWORD, NO_PASSWORD_NEEDED } from '../../../../server/passwords/password-hashes.ts';
import { keepSecurity } from '../../security/server/security-settings.ts';
import { countCall } from '../../server/reset-requests.ts';
import { answerCookie } from '../../server/sessions.ts';
import { openFor } from '../../server/sign-in.ts';
import { ownPath, SIGN_ON_REFUSALS, type SignOnRefusal } from '../rules.ts';
import { accountOf } from './accounts.ts';
import { type Attempt, beginAttempt, deviceOfCookie, takeAttempt } from './attempts.ts';
import { giveGroupRights } from './group-rights.ts';
import { addressOf, type Claims, claimsOf, ProviderFailure, settingsOf } from './provider.ts';

/** Seconds by which the provider's clock may be behind ours. */
const BEHIND_SECONDS = 60;

export function signOnOptions({ platform }: Call) {
  const { oidc } = platform.config;
  return { offered: oidc ? (1 as const) : (0 as const), only: oidc?.only ? (1 as const) : (0 as const) };
}

/** Returns where the person goes on. 404 without a provider, 429 for a network that begins too many, 503 while the provider is away. */
export async function beginSignOn(
  call: Call,
  wish: { to?: string | undefined; time_zone?: string | undefined },
) {
  refuseWithoutProvider(call);
  await countCall(call, 'sign_on');
  return begin(call, { session_id: null, return_to: ownPath(wish.to), time_zone: wish.time_zone });
}

/** The same to prove again who has the caller's session; 429 for an account that begins too many. */
export async function beginSignOnAgain(call: Call, { to }: { to?: string | undefined }) {
  refuseWithoutProvider(call);
  // By account: colleagues of one network must not keep each other from paying.
  await countCall(call, 'sign_on_again', `account ${call.actor.admin_id}`);
  return begin(call, { session_id: call.session_id, return_to: ownPath(to) });
}

function refuseWithoutProvider({ platform }: Call): void {
  if (!platform.config.oidc) refuse(404, 'Single sign-on is not set up here');
}

async function begin(call: Call, attempt: Parameters<typeof beginAttempt>[1]) {
  const proofs = await beginAttempt(call, attempt);
  try {
    return { address: await addressOf(call.platform, proofs, attempt.session_id !== null) };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    warn(call, error);
    refuse(503, SIGN_ON_REFUSALS[error.reason]);
  }
}

/** End of a way to the provider: where the browser goes on, and why nothing was opened or proven. */
export type Outcome = {
  attempt: Pick<Attempt, 'session_id' | 'return_to'> | null;
  refused: SignOnRefusal | null;
  email?: string;
};

/** Finishes what this browser has begun, once: opens a session with its cookie, or proves the one that asked. */
export async function finishSignOn(call: Call, query: URLSearchParams): Promise<Outcome> {
  const attempt = await takeAttempt(call, query.get('state') ?? '');
  if (!attempt) return refused(call, null, { refused: 'begun_elsewhere' });
  const again = attempt.session_id !== null;
  let claims: Claims;
  try {
    claims = await claimsOf(call.platform, query, attempt.proofs, again);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.reason !== 'cancelled') warn(call, error);
    return refused(call, attempt, { refused: error.reason });
  }
  if (isWeak(call, claims)) return refused(call, attempt, { refused: 'too_weak' });
  const device_cookie = deviceOfCookie(call);
  const caller = { ...call, headers: { ...call.headers, device_cookie } };
  const ending = (tx: Call & TransactionContext) =>
    again ? proveAgain(tx, attempt, claims) : open(tx, attempt, claims);
  const ended = await transactWithoutTenantScope(caller, ending, 'signIn');
  if (ended.refused !== null) return refused(call, attempt, ended);
  if (ended.refresh_token) answerCookie(call, ended.refresh_token);
  return { attempt, refused: null };
}

/** True where the provider has to say how it knows people, and has named none of the ways that are accepted. */
function isWeak({ platform }: Call, { strength: said }: Claims): boolean {
  const { strength } = settingsOf(platform);
  return strength !== undefined && !strength.some((accepted) => said.includes(accepted));
}

type Ended =
  | { refused: null; refresh_token?: string }
  | { refused: SignOnRefusal; email?: string; admin?: { id: number; program_id: number } };

async function open(
  tx: Call & TransactionContext,
  { time_zone, former_session_id }: Attempt,
  claims: Claims,
): Promise<Ended> {
  const settings = settingsOf(tx.platform);
  await keepSecurity(tx.db);
  // Before the row of the admin: the order of every change of rights.
  if (settings.groups) await lock(tx.db, 'admins');
  const found = await accountOf(tx, claims);
  if (found.refused !== null) return found;
  const { admin, email } = found;
  const barred = await giveGroupRights(tx, { id: admin.id, email }, settings, claims.groups);
  if (barred) return { refused: barred, email, admin };
  if (admin.password_hash === NO_PASSWORD && !(await acceptInvitation(tx, admin)))
    return { refused: 'no_account', email, admin };
  const { refresh_token } = await openFor(tx, admin.id, {
    time_zone,
    signed_on: true,
    former_session_id,
    proven_at: secondsOf(claims),
  });
  return { refused: null, refresh_token };
}

/** Takes the open invitation of an account that has never been used; false where it was withdrawn or is over. */
async function acceptInvitation(
  tx: Call & TransactionContext,
  { id, program_id }: { id: number; program_id: number },
): Promise<boolean> {
  const taken = await tx.db
    .updateTable('admin_invitations')
    .set({ ended_at: sql`provost_now()` })
    .where('admin_id', '=', id)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`provost_now()`)
    .returning('id')
    .executeTakeFirst();
  if (!taken) return false;
  await tx.db.updateTable('admins').set({ password_hash: NO_PASSWORD_NEEDED }).where('id', '=', id).execute();
  await audit(tx, { entity: 'admin', entity_id: id, action: 'accept_invitation', admin_id: id, program_id });
  return true;
}

/** A provider that does not say when proves nothing: the session is asked again. */
function secondsOf({ auth_time }: Claims): number {
  return typeof auth_time === 'number' && Number.isFinite(auth_time) ? auth_time : 0;
}

async function proveAgain(tx: Call & TransactionContext, attempt: Attempt, claims: Claims): Promise<Ended> {
  const { session_id, begun_at } = attempt;
  const found = await accountOf(tx, claims);
  if (found.refused !== null) return found;
  const { admin, email } = found;
  const isNow = Number(claims.auth_time) >= Math.floor(Date.parse(begun_at) / 1000) - BEHIND_SECONDS;
  if (!isNow) return { refused: 'not_now', email, admin };
  const session = await tx.db
    .selectFrom('sessions as s')
    .select('s.admin_id')
    .where('s.id', '=', session_id)
    .where(sql<boolean>`${sql.raw(OPEN_SESSION)}`)
    .forUpdate()
    .executeTakeFirst();
  if (!session) return { refused: 'signed_out', email, admin };
  if (session.admin_id !== admin.id) return { refused: 'not_you', email, admin };
  await tx.db
    .updateTable('sessions')
    .set({ proven_at: sql`provost_now()` })
    .where('id', '=', session_id)
    .execute();
  return { refused: null };
}

function refused(
  call: Call,
  attempt: Attempt | null,
  { refused, email, admin }: Extract<Ended, { refused: SignOnRefusal }>,
): Outcome {
  recordDenial(call, {
    who: admin ? `account ${admin.id}` : networkOf(call.address),
    admin_id: null,
    program_id: admin?.program_id ?? 0,
    entity: admin ? 'admin' : 'unknown account',
    entity_id: admin?.id ?? 0,
    action: 'sign_in_failed',
    reason: SIGN_ON_REFUSALS[refused],
  });
  return { attempt, refused, ...(email !== undefined && { email }) };
}

/** Milliseconds between two lines of the log about one reason: everybody tries while the provider is away. */
const WARNED_EVERY_MS = 60_000;
const WARNED_AT = new WeakMap<object, Map<SignOnRefusal, number>>();

function warn({ platform }: Call, failure: ProviderFailure): void {
  const warned = WARNED_AT.get(platform) ?? new Map<SignOnRefusal, number>();
  WARNED_AT.set(platform, warned);
  if (Date.now() - (warned.get(failure.reason) ?? 0) < WARNED_EVERY_MS) return;
  warned.set(failure.reason, Date.now());
  platform.log.warn({ err: failure }, 'single sign-on failed');
}
