import { refuseField } from '../../../core/errors.ts';
import type { Call } from '../../../server/context.ts';
import { networkOf } from '../../../server/http/network.ts';
import { recordDenial } from '../../../server/nouns/denials.ts';
import { passwordMatches } from '../../../server/passwords/password-hashes.ts';
import { isProvenWithoutPassword } from './shut-passwords.ts';
import { throttledInSession } from './throttle.ts';

/**
 * Throws a 400 at `path` where the password is missing or wrong, and a 429 after too many; wrong ones count
 * like failed sign-ins. Whoever has no password that opens anything proves it at the provider: a 401 `STEP_UP` where that was
 * too long ago. Call it before a transaction begins.
 */
export async function confirmPassword(
  context: Call,
  password: string | undefined,
  path = 'password',
): Promise<void> {
  if (await isProvenWithoutPassword(context)) return;
  if (!password) refuseField(path, 'Enter your own password to change this');
  const { actor, platform } = context;
  const confirmed = await throttledInSession(context, async () => {
    const admin = await platform.database.signIn
      .selectFrom('admins')
      .select('password_hash')
      .where('id', '=', actor.admin_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const matches = await passwordMatches(admin?.password_hash, password, networkOf(context.address));
    return matches || null;
  });
  if (confirmed) return;
  recordDenial(context, {
    who: `account ${actor.admin_id}`,
    admin_id: actor.admin_id,
    program_id: actor.program_id,
    entity: 'admin',
    entity_id: actor.admin_id,
    action: 'step_up_failed',
    reason: WRONG,
  });
  refuseField(path, WRONG);
}

const WRONG = 'This is not your password';
