/** A second pair of eyes has to be somebody else's. Specification: Refunds. */
import { sql } from 'kysely';
import { refuse } from '../core/errors.ts';
import { SOMEBODY_ELSE } from '../core/second-pair.ts';
import type { Within } from './context.ts';

/**
 * 403 where the actor is who asked, or is in their hands: an account that was made since, or that who asked has saved
 * since, as for a new password. `asked_by` null: somebody who is no admin asked.
 */
export async function refuseSameHands(
  { db, actor }: Within,
  { asked_by, asked_at }: { asked_by: number | null; asked_at: string },
): Promise<void> {
  if (asked_by === null) return;
  if (asked_by === actor.admin_id) refuse(403, SOMEBODY_ELSE);
  const { rows } = await sql`
    select from admins where id = ${actor.admin_id}
      and (created_at > ${asked_at} or updated_by = ${asked_by} and updated_at > ${asked_at})`.execute(db);
  if (rows.length > 0) refuse(403, SOMEBODY_ELSE);
}
