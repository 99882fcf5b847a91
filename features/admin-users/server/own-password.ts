/** Requires the own password for changes of one's own sign-in. Specification: Admin users. */
import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import type { Call, TransactionContext } from '../../../server/context.ts';
import { passwordMatches } from '../../../server/passwords/password-hashes.ts';
import { throttled } from '../../auth/server/throttle.ts';
import type { AdminUserChange } from '../contract.ts';

const PATH = 'user_data.current_password';

/**
 * 400 where the caller changes the password or the email of their own account without the password it has; 429 after as many
 * wrong ones as at sign-in.
 */
export async function checkOwnPassword(call: Call, id: number, change: AdminUserChange): Promise<void> {
  const { actor, db } = call;
  if (id !== actor.admin_id) return;
  const { password, email, current_password } = change;
  if (!password && (email === undefined || email === actor.email)) return;
  if (!current_password) refuseField(PATH, 'Enter your current password');
  const own = await db.selectFrom('admins').select('password_hash').where('id', '=', id).executeTakeFirst();
  const shown = await throttled(call, actor.email, async () =>
    (await passwordMatches(own?.password_hash, current_password, `admin ${id}`)) ? true : null,
  );
  if (!shown) refuseField(PATH, 'This is not your current password');
}

/** Sets the password of the caller's own account, which is no change by others (see `requireSecondApprover`). */
export async function setOwnPassword(
  { db, actor }: TransactionContext,
  password_hash: string,
): Promise<void> {
  await sql`select set_own_password(${actor.admin_id}, ${password_hash})`.execute(db);
}
