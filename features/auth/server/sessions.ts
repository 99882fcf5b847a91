/** Sessions: all tokens that descend from one sign-in. Specification: Sign-in. */
import { sql } from 'kysely';
import type { Call } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { REFRESH_COOKIE } from '../../../server/http/session.ts';
import { REFRESH_TOKEN_SECONDS } from './refresh-tokens.ts';

export async function openSession({ db, address, headers }: Call, adminId: number): Promise<string> {
  const { id } = await db
    .insertInto('sessions')
    .values({ admin_id: adminId, address, user_agent: headers.user_agent })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends one session; returns its admin, or undefined where it had ended already. */
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

/** Ends every session of an admin and invalidates their reset links. */
export async function lockOut(db: Db, adminId: number, because: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql`provost_now()`, ended_because: because })
    .where('admin_id', '=', adminId)
    .where('ended_at', 'is', null)
    .execute();
  await db
    .updateTable('password_resets')
    .set({ used_at: sql`provost_now()` })
    .where('admin_id', '=', adminId)
    .where('used_at', 'is', null)
    .execute();
}

/** Sets the refresh token's cookie, HttpOnly and SameSite; null deletes it. */
export function answerCookie(context: Call, refreshToken: string | null): void {
  const { publicUrl } = context.platform.config;
  const parts = [
    `${REFRESH_COOKIE}=${refreshToken ?? ''}`,
    'Path=/api/wladmin/auth',
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${refreshToken === null ? 0 : REFRESH_TOKEN_SECONDS}`,
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ];
  context.answer('set-cookie', parts.join('; '));
}
