import { type Permission, roleOf } from '../../../core/access.ts';
import { refuse } from '../../../core/errors.ts';
import type { Call } from '../../../server/context.ts';
import { refuseSignedOut } from '../../../server/http/session.ts';
import type { Platform } from '../../../server/platform.ts';
import type { SignedInUser } from '../contract.ts';
import { hasPassword } from './shut-passwords.ts';

/** Throws a 401 for a removed admin. */
export async function signedInUser(
  { config, database }: Platform,
  adminId: number,
  sessionId: string,
): Promise<SignedInUser> {
  const row = await database.everything
    .selectFrom('admins as a')
    .leftJoin('programs as p', 'p.id', 'a.program_ref')
    .leftJoin('sessions as s', (on) => on.onRef('s.admin_id', '=', 'a.id').on('s.id', '=', sessionId))
    .select([
      'a.id',
      'a.email',
      'a.program_id',
      'a.permissions',
      'a.password_hash',
      'p.program_display_name',
      's.needs_factor',
    ])
    .where('a.id', '=', adminId)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) refuse(401, 'Sign in to continue');
  const permissions = row.permissions as Permission[];
  const { needs_factor, password_hash, ...admin } = row;
  return {
    ...admin,
    role: roleOf(permissions),
    permissions,
    needs_second_factor: needs_factor ? 1 : 0,
    has_password: hasPassword(config.oidc, { ...admin, password_hash }) ? 1 : 0,
  };
}

/** The caller; sessions lie beyond what the staff of a program reads of the database. */
export function readMe({ platform, actor, session_id }: Call): Promise<SignedInUser> {
  return signedInUser(platform, actor.admin_id, session_id ?? refuseSignedOut());
}
