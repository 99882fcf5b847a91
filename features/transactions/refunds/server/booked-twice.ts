/** One payment that was booked as two sales. Decided: docs/decisions/254-one-payment-by-two-names.md. */
import { sql } from 'kysely';
import { notFound, refuse, refuseField } from '../../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../../server/context.ts';
import { refuseFormerActor } from '../../../../server/http/session.ts';
import type { UnbookedEvent } from '../contract.ts';
import { refundCharge } from './refunds.ts';
import { markResolved, readUnbooked } from './unbooked-events.ts';

/**
 * Reverses one of the transactions: what is left of it is refunded by hand and counts as returned, as nobody has paid it.
 * The buyer's places stay. Resolves the event. 404 for an unknown event, 400 for one of another kind, one that is
 * resolved, and a `charge_id` that is not of the payment or of which nothing is left, or the other of which nothing is.
 */
export async function reverseBookedTwice(
  context: Context,
  { id, charge_id }: { id: number; charge_id: number },
): Promise<UnbookedEvent> {
  return transact(context, async (tx) => {
    await refuseFormerActor(tx);
    const charges = await lockTransactions(tx, id);
    const reversed = charges.find((charge) => charge.id === charge_id);
    if (!reversed) refuseField('charge_id', "is not one of this payment's transactions");
    const kept = charges.find((charge) => charge.id !== charge_id);
    if (!kept) refuse(400, 'This payment has one transaction only');
    if (reversed.reserved > 0) refuseField('charge_id', 'A refund of this transaction is in progress');
    const amount = reversed.amount - reversed.refunded;
    if (amount === 0) refuseField('charge_id', 'This transaction is already refunded in full');
    const reason = `Reversed: the same Stripe payment as transaction ${kept.id}`;
    const refund = await refundCharge(tx, { charge_id, amount, reason, provider: 'manual' });
    await tx.db
      .updateTable('refunds')
      .set({ returned_at: sql`provost_now()`, returned_by: tx.actor.admin_id || null })
      .where('id', '=', refund)
      .execute();
    await markResolved(tx, id, true);
    return readUnbooked(tx, id);
  });
}

type Charge = { id: number; amount: number; refunded: number; reserved: number };

/** Locks the event, then its transactions in the order of their ids. */
async function lockTransactions({ db }: TransactionContext, id: number): Promise<Charge[]> {
  const event = await db
    .selectFrom('unbooked_events')
    .select(['reason', 'object_id', 'provider_charge', 'resolved_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!event) notFound();
  if (event.reason !== 'booked_twice') refuse(400, 'This event has no transactions to reverse');
  if (event.resolved_at !== null) refuse(400, 'This event is already resolved');
  return db
    .selectFrom('charges')
    .select(['id', 'amount', 'refunded', 'reserved'])
    .where('provider_charge', 'in', [event.object_id, event.provider_charge])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
