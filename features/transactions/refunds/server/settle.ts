import type { TransactionContext } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { mayBecome, ON_ITS_WAY, type RefundState } from '../rules.ts';
import { cancelRegistrations } from './cancel-registrations.ts';
import { bookRefund, freeReserved, reverseRefund, spendReserved } from './ledger.ts';
import type { Outcome, Refund } from './refund-types.ts';

/** Seconds until a pending refund is looked up again by default. */
const LOOK_UP_AGAIN_SECONDS = 3600;

/** Books an outcome once; false where it cannot follow. Success reduces lines, failure frees the amount, or reverses after success. Locks charge, then refund. */
export async function settleRefund(tx: TransactionContext, id: number, outcome: Outcome): Promise<boolean> {
  const refund = await lockRow(tx, id);
  const { state, provider_refund = null, failure, again = LOOK_UP_AGAIN_SECONDS } = outcome;
  if (!refund || !mayBecome(refund.state as RefundState, state)) return false;
  const isOpen = (ON_ITS_WAY as readonly string[]).includes(state);
  const now = new Date().toISOString();
  if (state === 'succeeded') {
    await spendReserved(tx, refund);
    await bookRefund(tx, refund);
    if (refund.cancel_registration) await cancelRegistrations(tx, refund);
  }
  if (state === 'failed') {
    if (refund.state === 'succeeded') await reverseRefund(tx, refund);
    else await freeReserved(tx, refund);
  }
  await tx.db
    .updateTable('refunds')
    .set({
      state,
      due_at: isOpen ? new Date(Date.now() + again * 1000).toISOString() : null,
      updated_at: now,
      ...(provider_refund && { provider_refund }),
      ...(state === 'succeeded' && { succeeded_at: now }),
      ...(state === 'failed' && { failed_at: now, failure: failure ?? 'The provider gave no reason' }),
    })
    .where('id', '=', id)
    .execute();
  await audit(tx, {
    entity: 'refund',
    entity_id: id,
    action: 'update',
    program_id: refund.scope_program_id,
    before: { state: refund.state },
    after: { state, ...(provider_refund && { provider_refund }), ...(state === 'failed' && { failure }) },
  });
  return true;
}

/** Locks the charge first, as reservations, recalculations and payouts do, then the refund, and reads it. */
async function lockRow({ db }: TransactionContext, id: number): Promise<Refund | undefined> {
  const known = await db.selectFrom('refunds').select('charge_id').where('id', '=', id).executeTakeFirst();
  if (!known) return undefined;
  await db.selectFrom('charges').select('id').where('id', '=', known.charge_id).forNoKeyUpdate().execute();
  return db.selectFrom('refunds').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}
