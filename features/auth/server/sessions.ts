/** Sessions: all tokens that descend from one sign-in. Specification: Sign-in; Accounts. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Permission } from '../../../core/access.ts';
import { must } from '../../../core/must.ts';
import type { Call, TransactionContext } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { setCookie } from '../../../server/http/cookies.ts';
import { DEVICE_COOKIE, REFRESH_COOKIE } from '../../../server/http/session.ts';
import { hashOfSecret } from '../../../server/keys.ts';
import { TURN_COOKIE } from '../rules.ts';
import { factorsOf, hasFactor } from '../second-factor/server/factors.ts';
import { isFactorDemanded, keepSecurity } from '../security/server/security-settings.ts';
import { deviceOf, knownZone } from '../sessions/server/devices.ts';
import { REFRESH_TOKEN_SECONDS } from './refresh-tokens.ts';
import { mailSecurity } from './security-mails.ts';

/** Seconds that a browser keeps the cookie by which it is known again; browsers allow 400 days. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60;

/** Form in which a device is named, which nobody chooses. */
const DEVICE = /^[\w-]{43}$/;
const randomToken = () => randomBytes(32).toString('base64url');

type Account = { id: number; email: string; permissions: Permission[] };

export type Opening = {
  time_zone?: string | undefined;
  /** Opened by the provider of single sign-on, which answers for the second factor. */
  signed_on?: boolean;
  /** Seconds since 1970 at which the person last showed elsewhere who they are; now unless said. */
  proven_at?: number;
  /** The session that this browser had, where its cookie could not come along. */
  former_session_id?: string | null;
};

/** Opens a session that ends as the settings say. A device new to the account is mailed, but for its first; it is known by a cookie, or by address and browser. */
export async function openSession(
  call: Call & TransactionContext,
  { id: admin_id, email, permissions }: Account,
  { time_zone, signed_on = false, proven_at }: Opening = {},
): Promise<string> {
  const { db, address, headers } = call;
  const settings = await keepSecurity(db);
  const needs_factor =
    !signed_on && isFactorDemanded(settings, permissions) && !hasFactor(await factorsOf(db, admin_id));
  const device = DEVICE.test(headers.device_cookie ?? '') ? `${headers.device_cookie}` : randomToken();
  const device_hash = hashOfSecret(device);
  const { any, known } = await earlierOf(db, {
    admin_id,
    device_hash,
    address,
    user_agent: headers.user_agent,
  });
  const { id } = await db
    .insertInto('sessions')
    .values({
      admin_id,
      address,
      user_agent: headers.user_agent,
      device_hash,
      time_zone: knownZone(time_zone),
      needs_factor,
      signed_on,
      ...(proven_at !== undefined && {
        proven_at: sql<string>`least(provost_now(), to_timestamp(${proven_at}::double precision))`,
      }),
      idle_ends_at: sql`provost_now() + make_interval(hours => ${settings.idle_hours}::integer)`,
      ends_at: sql`provost_now() + make_interval(days => ${settings.most_days}::integer)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (any && !known)
    await mailSecurity(call, email, {
      subject: 'New sign-in to your Provost account',
      text: `Someone signed in to your Provost account from a new device: ${deviceOf(headers.user_agent)}, address ${address}.`,
    });
  setCookie(call, { name: DEVICE_COOKIE, value: device, path: SIGN_IN, seconds: DEVICE_SECONDS });
  return id;
}

export function endSession(db: Db, sessionId: string, because: string) {
  return db
    .updateTable('sessions as s')
    .from('admins as a')
    .set({ ended_at: sql`provost_now()`, ended_because: because })
    .whereRef('a.id', '=', 's.admin_id')
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .returning(['s.admin_id', 'a.program_id'])
    .executeTakeFirst();
}

/** Ends every session of an admin, but for one where it is named, and invalidates their reset links, and the secret of a device that was not confirmed yet. */
export async function lockOut(db: Db, adminId: number, because: string, but?: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql`provost_now()`, ended_because: because })
    .where('admin_id', '=', adminId)
    .where('ended_at', 'is', null)
    .$if(but !== undefined, (others) => others.where('id', '<>', but ?? ''))
    .execute();
  await db
    .updateTable('password_resets')
    .set({ used_at: sql`provost_now()` })
    .where('admin_id', '=', adminId)
    .where('used_at', 'is', null)
    .execute();
  await db.deleteFrom('one_time_codes').where('admin_id', '=', adminId).where('pending', '=', true).execute();
}

export function answerCookie(context: Call, refreshToken: string | null): void {
  setCookie(context, {
    name: REFRESH_COOKIE,
    value: refreshToken ?? '',
    path: SIGN_IN,
    seconds: refreshToken === null ? 0 : REFRESH_TOKEN_SECONDS,
  });
  // After the token, so that whoever sees this one has that one.
  setCookie(context, {
    name: TURN_COOKIE,
    value: refreshToken === null ? '' : randomBytes(6).toString('base64url'),
    path: '/',
    seconds: refreshToken === null ? 0 : REFRESH_TOKEN_SECONDS,
    readable: true,
  });
}

/** The calls of sign-in, which alone read these cookies. */
const SIGN_IN = '/api/wladmin/auth';

type Device = { admin_id: number; device_hash: Buffer; address: string; user_agent: string };

/** Tells whether an account has ever signed in, also where its sessions are forgotten or its sign-ins may be archived, and whether with this device. */
async function earlierOf(db: Db, { admin_id, device_hash, address, user_agent }: Device) {
  const { rows } = await sql<{ any: boolean; known: boolean }>`
    select exists (select from audit_entries e where e.admin_id = ${admin_id} and e.entity = 'session'
        and e.action = 'sign_in')
        or exists (select from audit_archives r join admins a on a.created_at <= r.last_at where a.id = ${admin_id}) as any,
      exists (select from sessions s where s.admin_id = ${admin_id} and (s.device_hash = ${device_hash}
        or (s.address = ${address} and s.user_agent = ${user_agent}))) as known`.execute(db);
  return must(rows[0], 'answer');
}
