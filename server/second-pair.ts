/** A second pair of eyes has to be somebody else's. Specification: Refunds. */
import { sql } from 'kysely';
import { refuse } from '../core/errors.ts';
import { SOMEBODY_ELSE } from '../core/second-pair.ts';
import type { Within } from './context.ts';

/** An account that who asks has made or saved so shortly before is not somebody else's yet. */
const IN_HAND_DAYS = 7;

/**
 * 403 where the actor is who asked, or is in their hands: an account that was made since, or one that who asked has made or
 * saved since or in the week before, as for a new password; what its owner has saved afterwards changes nothing.
 * `asked_by` null: somebody who is no admin asked.
 */
export async function refuseSameHands(
  { db, actor }: Within,
  { asked_by, asked_at }: { asked_by: number | null; asked_at: string },
): Promise<void> {
  if (asked_by === null) return;
  if (asked_by === actor.admin_id) refuse(403, SOMEBODY_ELSE);
  const { rows } = await sql`
    select from admins a where a.id = ${actor.admin_id} and (a.created_at > ${asked_at}
      or a.updated_by = ${asked_by} and a.updated_at > ${asked_at}
      or exists (select from audit_entries e
        where e.entity = 'admin' and e.entity_id = a.id::text and e.admin_id = ${asked_by}
          and e.at > ${asked_at}::timestamptz - make_interval(days => ${IN_HAND_DAYS})))`.execute(db);
  if (rows.length > 0) refuse(403, SOMEBODY_ELSE);
}
