/** Access tokens and authentication. Specification: Sign-in. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { type Actor, type Permission, roleOf } from '../../core/access.ts';
import { refuse } from '../../core/errors.ts';
import type { Call, Context } from '../context.ts';
import type { Db } from '../db/client.ts';

const ACCESS_TOKEN_SECONDS = 15 * 60;

export const REFRESH_COOKIE = 'provost_refresh';

/** Returns the access token of a session: a JWT signed by HMAC-SHA-256, with the session as `sid`. */
export function signAccessToken(key: KeyObject, sessionId: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = JSON.stringify({ sid: sessionId, iat: now, exp: now + ACCESS_TOKEN_SECONDS });
  const signed = `${HEADER}.${Buffer.from(claims).toString('base64url')}`;
  return `${signed}.${macOf(key, signed)}`;
}

/** Returns null for an invalid header. Reads the database at every call: removed or changed admins are out at once. */
export async function authenticate(
  db: Db,
  key: KeyObject,
  header: string | undefined,
): Promise<{ actor: Actor; session_id: string } | null> {
  const session_id = sessionOf(header, key);
  if (!session_id) return null;
  const { rows } = await db.executeQuery<AdminRow>(CompiledQuery.raw(ADMIN_OF_SESSION, [session_id]));
  return rows[0] ? { actor: actorOf(rows[0]), session_id } : null;
}

type AdminRow = { id: number; email: string; program_id: number; permissions: string[] };

// As text: it is asked at every call, and building it would cost more than asking.
const ADMIN_OF_SESSION = `
  select a.id, a.email, a.program_id, a.permissions
  from sessions s join admins a on a.id = s.admin_id
  where s.id = $1 and s.ended_at is null and a.deleted_at is null`;

/**
 * Throws a 401 where the caller's admin was removed or its program or rights changed since the call began.
 * Holds the admin's row until the transaction ends; reads only that row, so that the scoped role can too.
 */
export async function refuseFormerActor({ db, actor }: Context): Promise<void> {
  const now = await db
    .selectFrom('admins')
    .select(['program_id', 'permissions'])
    .where('id', '=', actor.admin_id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  const same = now?.program_id === actor.program_id && String(now.permissions) === String(actor.permissions);
  if (!same) refuseSignedOut();
}

/** Throws a 401 where the session has ended since the call began. Not readable by the scoped role. */
export async function refuseEndedSession({ db, session_id }: Call): Promise<void> {
  const open = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!open) refuseSignedOut();
}

/** Throws a 401: signed out. */
export function refuseSignedOut(): never {
  refuse(401, 'Sign in to continue');
}

/** True for a header this installation never signed; an expired token is none. */
export function isForged(key: KeyObject, header: string | undefined): boolean {
  return header !== undefined && claimsOf(header, key) === null;
}

/** Returns an admin with the current rights; null once removed. */
export async function actorNow(db: Db, adminId: number): Promise<Actor | null> {
  const row = await db
    .selectFrom('admins')
    .select(['id', 'email', 'program_id', 'permissions'])
    .where('id', '=', adminId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? actorOf(row) : null;
}

function actorOf(row: AdminRow): Actor {
  const permissions = row.permissions as Permission[];
  return {
    admin_id: row.id,
    email: row.email,
    program_id: row.program_id,
    role: roleOf(permissions),
    permissions,
  };
}

/** The only accepted header; `alg: none` and others differ from this text. */
const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256' })).toString('base64url');
const SCHEME = 'Bearer ';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns the token's session; null for a foreign or expired token. */
function sessionOf(header: string | undefined, key: KeyObject): string | null {
  const { sid, exp } = claimsOf(header, key) ?? {};
  const lives = typeof exp === 'number' && exp * 1000 > Date.now();
  return lives && typeof sid === 'string' && UUID.test(sid) ? sid : null;
}

/** Returns the token's claims; null unless signed by us. */
function claimsOf(header: string | undefined, key: KeyObject): Record<string, unknown> | null {
  if (!header?.startsWith(SCHEME)) return null;
  const [head, claims = '', mac = '', ...more] = header.slice(SCHEME.length).split('.');
  if (head !== HEADER || more.length > 0) return null;
  if (!isSame(mac, macOf(key, `${head}.${claims}`))) return null;
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
}

function macOf(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
