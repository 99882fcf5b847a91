/** A second approval has to be somebody else's. Specification: Refunds. */
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../core/access.ts';
import { refuse } from '../../core/errors.ts';
import { SOMEBODY_ELSE, TOO_NEW } from '../../core/second-approver.ts';
import type { TransactionContext } from '../context.ts';

/**
 * 403 where the actor is who asked, or where anybody but its owner has made the actor's account, or changed its password,
 * email, rights or factor, since it was asked for or within seven days; or where the actor has done so to the account that
 * asked. The caller has held the actor's row by `refuseFormerActor`, so that no change comes in between. `asked_by` null: somebody who is no admin asked, which is no second approval.
 */
export async function requireSecondApprover(
  { db, actor }: TransactionContext,
  { asked_by, asked_at }: { asked_by: number | null; asked_at: string },
): Promise<void> {
  if (asked_by === null) return;
  if (asked_by === actor.admin_id) refuse(403, SOMEBODY_ELSE);
  const { rows } = await sql<{ too_new: 0 | 1 }>`
    select ${tooNew(actor, { asked_by: sql`${asked_by}::integer`, asked_at: sql`${asked_at}::timestamptz` })} as too_new`.execute(
    db,
  );
  if (rows[0]?.too_new !== 0) refuse(403, TOO_NEW);
}

/** 1 where an approval would be refused though somebody else has asked, by the columns of who asked and when. */
export function tooNew(
  actor: Pick<Actor, 'admin_id'>,
  { asked_by, asked_at }: { asked_by: RawBuilder<unknown>; asked_at: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`case when ${asked_by} is null then 0
    when stands_behind(${actor.admin_id}::integer, ${asked_by}, ${asked_at}) then 1
    else coalesce((select (not is_settled(a.access_changed_at, ${asked_at}, provost_now()))::integer
      from admins a where a.id = ${actor.admin_id}), 1) end`;
}
