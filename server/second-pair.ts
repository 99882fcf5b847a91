/** A second approval has to be somebody else's. Specification: Refunds. */
import { sql } from 'kysely';
import { refuse } from '../core/errors.ts';
import { SOMEBODY_ELSE, TOO_NEW } from '../core/second-pair.ts';
import type { Within } from './context.ts';

/**
 * 403 where the actor is who asked, or where anybody but its owner has made the actor's account, or changed its password,
 * email or rights, since it was asked for or within seven days. The caller has held the actor's row by `refuseFormerActor`,
 * so that no change comes in between. `asked_by` null: somebody who is no admin asked, which is no second approval.
 */
export async function refuseSameHands(
  { db, actor }: Within,
  { asked_by, asked_at }: { asked_by: number | null; asked_at: string },
): Promise<void> {
  if (asked_by === null) return;
  if (asked_by === actor.admin_id) refuse(403, SOMEBODY_ELSE);
  const { rows } = await sql<{ settled: boolean }>`
    select is_settled(a.access_changed_at, ${asked_at}, provost_now()) as settled
    from admins a where a.id = ${actor.admin_id}`.execute(db);
  if (!rows[0]?.settled) refuse(403, TOO_NEW);
}
