import { sql } from 'kysely';
import type { z } from 'zod';
import {
  type Call,
  type TransactionContext,
  transactWithoutTenantScope,
} from '../../../../server/context.ts';
import { refuseEndedSession, refuseFormerActor } from '../../../../server/http/session.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { hashPassword } from '../../../../server/passwords/password-hashes.ts';
import { checkStaffPassword } from '../../../../server/passwords/staff-passwords.ts';
import { passkeysInWords } from '../../passkeys/server/kept-passkeys.ts';
import { keepSecurity } from '../../security/server/security-settings.ts';
import { confirmPassword } from '../../server/confirm-password.ts';
import { mailOfChange } from '../../server/security-mails.ts';
import { lockOut } from '../../server/sessions.ts';
import { refuseShutPassword } from '../../server/shut-passwords.ts';
import type { ownPasswordChange } from '../../sign-in-schemas.ts';

/**
 * Sets the caller's password; other sessions and links end, and the owner is mailed. 400 where the present one is missing or
 * wrong and for a password not allowed to staff, 429 after many wrong ones, 403 where passwords are shut, 401 where the session
 * has ended meanwhile, as by another change.
 */
export async function changeOwnPassword(
  call: Call,
  { current_password, password }: z.output<typeof ownPasswordChange>,
): Promise<void> {
  const { actor, platform } = call;
  const { admin_id, email, program_id } = actor;
  refuseShutPassword(call, email, actor.permissions);
  checkStaffPassword('password', password, platform.config.passwordMinLength);
  await confirmPassword(call, current_password, 'current_password');
  const password_hash = await hashPassword(password, `admin ${admin_id}`);
  await transactWithoutTenantScope(call, async (tx) => {
    await keepSecurity(tx.db);
    await lockOwnAccount(tx);
    await refuseFormerActor(tx);
    await refuseEndedSession(tx);
    await setOwnPassword(tx, password_hash);
    await lockOut(tx.db, admin_id, 'password_changed', call.session_id ?? undefined);
    await audit(tx, { entity: 'admin', entity_id: admin_id, action: 'change_password', program_id });
    const passkeys = await passkeysInWords(tx.db, admin_id);
    await mailOfChange(
      tx,
      { id: admin_id, email },
      {
        subject: 'The password of your Provost account was changed',
        text: `A new password was set for your Provost account on My account. All other sessions were signed out.${passkeys && ` ${passkeys}`}`,
      },
    );
  });
}

/** Locks the caller's row to change it: two who share it first, and then both want it alone, would wait for each other. */
async function lockOwnAccount({ db, actor }: TransactionContext): Promise<void> {
  await db
    .selectFrom('admins')
    .select('id')
    .where('id', '=', actor.admin_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Sets the password of the caller's own account, which is no change by others (see `requireSecondApprover`). */
export async function setOwnPassword(
  { db, actor }: TransactionContext,
  password_hash: string,
): Promise<void> {
  await sql`select set_own_password(${actor.admin_id}, ${password_hash})`.execute(db);
}
