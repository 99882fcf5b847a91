import { sql } from 'kysely';
import { notFound, refuse } from '../../../../core/errors.ts';
import {
  type Context,
  transactWithoutTenantScope,
  visibleIn,
  visibleTo,
} from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { type WaitingWork, waitingWork } from '../../../../server/nouns/waiting-work.ts';
import type { RefundEntry } from '../../contract.ts';
import type { RefundState } from '../rules.ts';
import { entriesOf } from './refund-entries.ts';

/** Condition on `refunds r`: given back by hand, and not returned yet. */
const OWED = sql<boolean>`r.provider = 'manual' and r.state = 'succeeded' and r.returned_at is null`;

/** Condition on `charges c`: a refund by hand is not returned yet. */
export const TO_RETURN = sql<boolean>`c.id in (select r.charge_id from refunds r where ${OWED})`;

/** Returns the charges listed with `to_return`, and what is to be returned of them. */
export function transactionsToReturn({ db, actor }: Context, program_id = 0): Promise<WaitingWork> {
  const owed = sql`select min(r.created_at) as since, sum(r.amount) as amount from refunds r
    where r.charge_id = c.id and ${OWED}`;
  return waitingWork(db, {
    from: sql`charges c cross join lateral (${owed}) owed`,
    where: [TO_RETURN, visibleIn(actor, 'c.program_id', program_id)],
    since: sql`owed.since`,
    money: { amount: sql`owed.amount`, currency: sql`c.currency` },
  });
}

/** Records who returned it and when, or removes that; a repeated call keeps the first. 404 for an invisible refund, 400 for one returned by a provider or failed. */
export function markReturned(
  context: Context,
  { id, returned }: { id: number; returned: boolean },
): Promise<RefundEntry> {
  // Above the walls: a program's session writes no refund.
  return transactWithoutTenantScope(context, async (tx) => {
    const { db, actor } = tx;
    const { rows } = await sql<LockedRefund>`
      select r.charge_id, c.program_id, r.state, r.provider, r.returned_at from refunds r
      join charges c on c.id = r.charge_id
      where r.id = ${id} and ${visibleTo(actor, 'c.program_id')} for no key update of r`.execute(db);
    const refund = rows[0] ?? notFound();
    if (refund.provider !== 'manual')
      refuse(400, "The payment provider returns this refund, so it can't be marked by hand");
    if (refund.state !== 'succeeded') refuse(400, 'This refund has no money to return');
    if ((refund.returned_at !== null) !== returned) {
      await db
        .updateTable('refunds')
        .set({
          returned_at: returned ? sql`provost_now()` : null,
          returned_by: returned ? actor.admin_id || null : null,
        })
        .where('id', '=', id)
        .execute();
      await audit(tx, {
        entity: 'refund',
        entity_id: id,
        action: 'returned_by_hand',
        program_id: refund.program_id,
        before: { returned: !returned },
        after: { returned },
      });
    }
    const entries = (await entriesOf(tx, [refund.charge_id])).get(refund.charge_id) ?? [];
    return entries.find((entry) => entry.id === id) ?? notFound();
  });
}

type LockedRefund = {
  charge_id: number;
  program_id: number | null;
  state: RefundState;
  provider: string;
  returned_at: string | null;
};
