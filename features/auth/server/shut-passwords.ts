/** Accounts that no password opens, since staff sign in at a provider. Specification: Accounts. */
import { ASK_AGAIN, refuse, STEP_UP } from '../../../core/errors.ts';
import type { Call, Context } from '../../../server/context.ts';
import { isProvenNow } from '../../../server/http/session.ts';
import type { Oidc } from '../../../server/oidc-settings.ts';
import { NO_PASSWORD_NEEDED } from '../../../server/passwords/password-hashes.ts';
import { PASSWORDS_SHUT } from '../single-sign-on/rules.ts';

/** Throws a 403 where passwords are shut for this address, or for an account with these permissions: all but one superadmin. */
export function refuseShutPassword(
  { platform }: Pick<Context, 'platform'>,
  email: string,
  permissions?: readonly string[],
): void {
  if (isPasswordShut({ platform }, email, permissions)) refuse(403, PASSWORDS_SHUT);
}

export function isPasswordShut(
  { platform }: Pick<Context, 'platform'>,
  email: string,
  permissions?: readonly string[],
): boolean {
  return isShut(platform.config.oidc, email, permissions);
}

export function hasPassword(
  oidc: Oidc | undefined,
  {
    email,
    permissions,
    password_hash,
  }: { email: string; permissions: readonly string[]; password_hash: string },
): boolean {
  return password_hash !== NO_PASSWORD_NEEDED && !isShut(oidc, email, permissions);
}

/** True for a caller without a password whose session was proven at the provider; false with one. Throws a 401 `STEP_UP` where the proof is too old. */
export async function isProvenWithoutPassword(call: Call): Promise<boolean> {
  const { actor, platform } = call;
  const admin = await platform.database.everything
    .selectFrom('admins')
    .select(['email', 'permissions', 'password_hash'])
    .where('id', '=', actor.admin_id)
    .executeTakeFirst();
  if (!platform.config.oidc || !admin || hasPassword(platform.config.oidc, admin)) return false;
  if (!(await isProvenNow(call))) refuse(401, ASK_AGAIN, { code: STEP_UP });
  return true;
}

function isShut(oidc: Oidc | undefined, email: string, permissions?: readonly string[]): boolean {
  if (!oidc?.only) return false;
  return email.toLowerCase() !== oidc.breakGlass || permissions?.includes('superadmin') === false;
}
