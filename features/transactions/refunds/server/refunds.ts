import { type Context, transact } from '../../../../server/context.ts';
import { type RequestedRefund, reserveRefund } from './reserve.ts';
import { settleRefund } from './settle.ts';

/** Refunds `amount` minor units without asking a provider: for the demo, imports, and refunds made there. Returns its id; refuses as {@link reserveRefund}. */
export async function refundCharge(
  context: Context,
  refund: Pick<RequestedRefund, 'charge_id' | 'amount'> & Partial<RequestedRefund>,
): Promise<number> {
  return transact(context, async (tx) => {
    const asked = { cancel_registration: false, class_id: null, reason: '', ...refund };
    const id = await reserveRefund(tx, asked);
    await tx.db
      .updateTable('refunds')
      .set({ state: 'sending', asked_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    await settleRefund(tx, id, { state: 'succeeded' });
    return id;
  });
}
