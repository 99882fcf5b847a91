/** Access tokens: who is behind a call. Specification: api.md, "Sign-in". */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { type Actor, type Permission, roleOf } from '../core/access.ts';
import type { Db } from './db/client.ts';

/** Seconds that an access token lives. */
const ACCESS_TOKEN_SECONDS = 15 * 60;

/** The cookie in which a browser keeps its refresh token. */
export const REFRESH_COOKIE = 'provost_refresh';

/** Signs the access token of a session. */
export function signAccessToken(key: Uint8Array, sessionId: string): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
    .sign(keyObject(key));
}

/**
 * The admin behind an `Authorization` header, read from the database at every call: a session that was ended, an
 * admin who was removed or changed, is out from the next request on. Null where the header does not hold.
 */
export async function authenticate(
  db: Db,
  key: Uint8Array,
  header: string | undefined,
): Promise<{ actor: Actor; session_id: string } | null> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(header ?? '')?.[1];
  if (!token) return null;
  const sessionId = await sessionOf(token, key);
  if (!sessionId) return null;
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('admins as a', 'a.id', 's.admin_id')
    .select(['a.id', 'a.email', 'a.program_id', 'a.permissions'])
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? { actor: actorOf(row), session_id: sessionId } : null;
}

/** Whether an `Authorization` header holds something that this installation never signed; a token that has expired is not that. */
export async function isForged(key: Uint8Array, header: string | undefined): Promise<boolean> {
  if (!header) return false;
  return jwtVerify(header.replace(/^Bearer /, ''), keyObject(key), { algorithms: ['HS256'] }).then(
    () => false,
    (error: unknown) => !(error instanceof errors.JWTExpired),
  );
}

/** An admin row as the actor it is. */
function actorOf(row: { id: number; email: string; program_id: number; permissions: string[] }): Actor {
  const permissions = row.permissions as Permission[];
  return {
    admin_id: row.id,
    email: row.email,
    program_id: row.program_id,
    role: roleOf(permissions),
    permissions,
  };
}

async function sessionOf(token: string, key: Uint8Array): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, keyObject(key), { algorithms: ['HS256'] });
    return typeof payload.sid === 'string' ? payload.sid : null;
  } catch {
    return null;
  }
}

const keyObjects = new WeakMap<Uint8Array, KeyObject>();

/** The key in the form that the library imports once and not at every call. */
function keyObject(key: Uint8Array): KeyObject {
  const known = keyObjects.get(key) ?? createSecretKey(key);
  keyObjects.set(key, known);
  return known;
}
