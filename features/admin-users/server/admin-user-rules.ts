/** Forbidden changes of admin users. Specification: Roles and programs. */

import { sql } from 'kysely';
import { type Actor, holds, isGlobal, type Permission } from '../../../core/access.ts';
import { refuse, refuseField } from '../../../core/errors.ts';
import type { Context, TransactionContext } from '../../../server/context.ts';
import { requireActivePrograms } from '../../../server/nouns/active-programs.ts';
import { NO_PASSWORD } from '../../../server/passwords/password-hashes.ts';

/** 403 for a permission that the caller does not hold or a program not its own; 400 for what cannot be. */
export async function checkWish(
  { actor, db }: Context,
  wish: { program_id: number; permissions: readonly Permission[] },
  before?: { program_id: number | null },
): Promise<void> {
  if (!isGlobal(actor) && wish.program_id !== actor.program_id) {
    refuse(403, 'You can only add admin users to your own program');
  }
  if (!wish.permissions.every((permission) => holds(actor, permission))) {
    refuse(403, "You can't give a permission you don't have");
  }
  if (wish.program_id === 0) return;
  if (wish.permissions.includes('superadmin')) {
    refuseField('user_data.program_id', "A superadmin works on all programs and can't be limited to one");
  }
  await requireActivePrograms(db, {
    programs: [wish.program_id],
    field: () => 'user_data.program_id',
    kept: [before?.program_id ?? null],
  });
}

/** 403 where the admin holds what the caller does not. */
export function checkOver(actor: Actor, { permissions }: { permissions: readonly string[] }): void {
  if (!permissions.every((permission) => holds(actor, permission as Permission))) {
    refuse(403, "This admin user has a permission you don't have");
  }
}

/** 400 where the admin is the only superadmin; holds under concurrency only inside the lock of all changes. */
export async function checkNotLastSuperadmin(
  { db }: TransactionContext,
  admin: { id: number; permissions: readonly string[] },
): Promise<void> {
  if (!admin.permissions.includes('superadmin')) return;
  const other = await db
    .selectFrom('admins')
    .select('id')
    .where('id', '<>', admin.id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`'superadmin' = any (permissions)`)
    // Who has not accepted the invitation can do nothing yet, and the link ends.
    .where('password_hash', '<>', NO_PASSWORD)
    .limit(1)
    .executeTakeFirst();
  if (!other) refuse(400, 'This is the last superadmin. Add another superadmin first');
}
