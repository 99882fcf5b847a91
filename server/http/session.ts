import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { type Actor, type Permission, roleOf } from '../../core/access.ts';
import { refuse } from '../../core/errors.ts';
import type { Call, Context } from '../context.ts';
import type { Db } from '../db/client.ts';

const ACCESS_TOKEN_SECONDS = 15 * 60;

export const REFRESH_COOKIE = 'provost_refresh';
/** Name of the cookie that tells a browser again once its sessions have ended. */
export const DEVICE_COOKIE = 'provost_device';
/** Name of the cookie of a browser that went to the provider of single sign-on. */
export const SIGN_ON_COOKIE = 'provost_sign_on';

/** Returns the access token of a session: a JWT signed by HMAC-SHA-256, with the session as `sid`. */
export function signAccessToken(key: KeyObject, sessionId: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = JSON.stringify({ sid: sessionId, iat: now, exp: now + ACCESS_TOKEN_SECONDS });
  const signed = `${HEADER}.${Buffer.from(claims).toString('base64url')}`;
  return `${signed}.${macOf(key, signed)}`;
}

export type Caller = {
  actor: Actor;
  session_id: string;
  /** A second factor has to be set up before anything else. */
  needs_factor: boolean;
  /** True where the caller was proven within the last {@link PROVEN_MINUTES}, by the database's clock: a proof of the future is none. */
  is_proven: boolean;
  /** Position of the write-ahead log after its last write; null where none was noted. */
  written_lsn: string | null;
};

/** Minutes after which what moves money or shows secrets asks again who calls. */
const PROVEN_MINUTES = 10;

/**
 * Returns null for an invalid header, and for a session that has ended, was idle or is too old. Reads the database at every
 * call: removed or changed admins are out at once. Notes once a minute that the session is used.
 */
export async function authenticate(
  db: Db,
  key: KeyObject,
  header: string | undefined,
): Promise<Caller | null> {
  const session_id = sessionOf(header, key);
  if (!session_id) return null;
  const { rows } = await db.executeQuery<AdminOfSession>(CompiledQuery.raw(ADMIN_OF_SESSION, [session_id]));
  const [admin] = rows;
  if (!admin) return null;
  if (admin.unnoted) await noteUse(db, session_id);
  const { needs_factor, is_proven, written_lsn } = admin;
  return { actor: actorOf(admin), session_id, needs_factor, is_proven, written_lsn };
}

type AdminRow = { id: number; email: string; program_id: number; permissions: string[] };
type AdminOfSession = AdminRow &
  Pick<Caller, 'needs_factor' | 'is_proven' | 'written_lsn'> & { unnoted: boolean };

/** Condition on a session that opens something: neither ended, nor idle, nor too old. */
export const OPEN_SESSION =
  's.ended_at is null and s.idle_ends_at > provost_now() and s.ends_at > provost_now()';

// As text: it is asked at every call, and building it would cost more than asking.
const ADMIN_OF_SESSION = `
  select a.id, a.email, a.program_id, a.permissions, s.needs_factor, s.written_lsn::text as written_lsn,
    s.proven_at > provost_now() - interval '${PROVEN_MINUTES} minutes' and s.proven_at <= provost_now() as is_proven,
    s.last_used_at <= provost_now() - interval '1 minute' and not pg_is_in_recovery() as unnoted
  from sessions s join admins a on a.id = s.admin_id
  where s.id = $1 and ${OPEN_SESSION} and a.deleted_at is null`;

/** Puts the idle end of an open session off by as much as it is used later; a session that has just ended stays so. */
export async function noteUse(db: Db, sessionId: string): Promise<void> {
  await sql`update sessions s
    set last_used_at = provost_now(), idle_ends_at = provost_now() + (s.idle_ends_at - s.last_used_at)
    where s.id = ${sessionId} and ${sql.raw(OPEN_SESSION)}`.execute(db);
}

/** Throws a 401 where the caller was removed or its program or rights have changed; its row is held until the transaction ends. */
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
    .selectFrom('sessions as s')
    .select('s.id')
    .where('s.id', '=', session_id)
    .where(sql<boolean>`${sql.raw(OPEN_SESSION)}`)
    .executeTakeFirst();
  if (!open) refuseSignedOut();
}

/** True where the caller's session was proven as lately as what asks again wants it. */
export async function isProvenNow({ platform, session_id }: Call): Promise<boolean> {
  const proven = await platform.database.everything
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session_id)
    .where(sql<boolean>`proven_at > provost_now() - make_interval(mins => ${PROVEN_MINUTES})`)
    .where(sql<boolean>`proven_at <= provost_now()`)
    .executeTakeFirst();
  return proven !== undefined;
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
