import { refuseField } from '../../../core/errors.ts';
import type { Call } from '../../../server/context.ts';
import { passwordMatches } from '../../../server/passwords/password-hashes.ts';
import { isProvenWithoutPassword } from '../../auth/server/shut-passwords.ts';
import { throttledInSession } from '../../auth/server/throttle.ts';
import type { AdminUserChange } from '../contract.ts';

const PATH = 'user_data.current_password';

/** 400 where the caller changes their own password or email without the password; 429 after as many wrong ones as at sign-in. */
export async function checkOwnPassword(call: Call, id: number, change: AdminUserChange): Promise<void> {
  const { actor, db } = call;
  if (id !== actor.admin_id) return;
  const { password, email, current_password } = change;
  if (!password && (email === undefined || email === actor.email)) return;
  if (await isProvenWithoutPassword(call)) return;
  if (!current_password) refuseField(PATH, 'Enter your current password');
  const own = await db.selectFrom('admins').select('password_hash').where('id', '=', id).executeTakeFirst();
  const shown = await throttledInSession(call, async () =>
    (await passwordMatches(own?.password_hash, current_password, `admin ${id}`)) ? true : null,
  );
  if (!shown) refuseField(PATH, 'This is not your current password');
}
