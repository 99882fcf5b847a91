/** The signed-in admin as sign-in calls answer it. Specification: Sign-in. */
import { type Permission, roleOf } from '../../../core/access.ts';
import { refuse } from '../../../core/errors.ts';
import type { Db } from '../../../server/db/client.ts';
import type { SignedInUser } from '../contract.ts';

/** Throws a 401 for a removed admin. */
export async function signedInUser(db: Db, adminId: number): Promise<SignedInUser> {
  const row = await db
    .selectFrom('admins as a')
    .leftJoin('programs as p', 'p.id', 'a.program_ref')
    .select(['a.id', 'a.email', 'a.program_id', 'a.permissions', 'p.program_display_name'])
    .where('a.id', '=', adminId)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) refuse(401, 'Sign in to continue');
  const permissions = row.permissions as Permission[];
  return { ...row, role: roleOf(permissions), permissions };
}
