/** Decides requests, once. Specification: Refunds. */
import { sql } from 'kysely';
import { refuseField } from '../../../../core/errors.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../../server/context.ts';
import { deciding } from '../../../../server/nouns/deciding.ts';
import { moreThanIsLeft } from '../../refunds/rules.ts';
import { refuseWithoutProvider } from '../../refunds/server/provider.ts';
import { reserveRefund } from '../../refunds/server/reserve.ts';
import type { RefundRequest } from '../contract.ts';
import { readRefundRequest } from './refund-requests.ts';

/**
 * Reserves the amount in the same transaction; the refund is then queued. Throws a 404 for an invisible
 * request, a 403 for who made it, also logged in as its user, and for an account they made or changed, a 409
 * with who decided it, a 400 where it exceeds the rest of the charge, or where
 * the charge's provider is not set up.
 */
export function approveRefundRequest(context: Context, id: number): Promise<RefundRequest> {
  return decide(context, id, 'approved', async (tx, request) => {
    const { amount, refund_available, currency } = await readRefundRequest(tx, id);
    if (amount > refund_available) refuseField('amount', moreThanIsLeft(refund_available, currency));
    refuseWithoutProvider(tx, request.provider);
    const { charge_id, class_id, cancel_registration, reason } = request;
    return reserveRefund(tx, {
      charge_id,
      amount: request.amount,
      class_id,
      cancel_registration,
      reason,
    });
  });
}

/** Refuses as {@link approveRefundRequest}, but for the amount. */
export function rejectRefundRequest(context: Context, id: number): Promise<RefundRequest> {
  return decide(context, id, 'rejected', async () => null);
}

type LockedRequest = {
  charge_id: number;
  /** The provider of the charge. */
  provider: string;
  scope_program_id: number | null;
  class_id: number | null;
  /** Minor units. */
  amount: number;
  cancel_registration: boolean;
  reason: string;
  admin_id: number | null;
  /** Admins logged in as the user when it was made. */
  asked_through: number[];
  decision: 'approved' | 'rejected' | null;
  decided_by: string | null;
  decided_at: string | null;
  created_at: string;
};

/** `work` answers the refund's id, where there is one. */
function decide(
  context: Context,
  id: number,
  decision: 'approved' | 'rejected',
  work: (tx: TransactionContext, request: LockedRequest) => Promise<number | null>,
): Promise<RefundRequest> {
  const isApproval = decision === 'approved';
  const once = {
    lockRow: (tx: TransactionContext) => lockRow(tx, id),
    decided: ({ decision: known, decided_by: by, decided_at: at }: LockedRequest) =>
      known && at ? { has: `already ${known} this`, by, at } : undefined,
    neverBy: ({ admin_id, asked_through }: LockedRequest) => [admin_id, ...asked_through],
    asked: isApproval
      ? ({ admin_id, created_at }: LockedRequest) => ({ asked_by: admin_id, asked_at: created_at })
      : undefined,
  };
  return transact(context, async (tx) => {
    await deciding(tx, once, async ({ db, actor }, request) => {
      const refund_id = await work(tx, request);
      const now = sql<string>`provost_now()`;
      await db
        .updateTable('refund_requests')
        .set({ decision, decided_at: now, decided_by: actor.admin_id, refund_id, updated_at: now })
        .where('id', '=', id)
        .execute();
      return {
        entity: 'refund_request',
        entity_id: id,
        action: isApproval ? 'approve' : 'reject',
        program_id: request.scope_program_id,
        before: { decision: null },
        after: { decision, ...(refund_id !== null && { refund_id }) },
      };
    });
    return readRefundRequest(tx, id);
  });
}

async function lockRow({ db, actor }: TransactionContext, id: number): Promise<LockedRequest | undefined> {
  const { rows } = await sql<LockedRequest>`
    select q.charge_id, c.provider, q.scope_program_id, q.class_id, q.amount, q.cancel_registration, q.reason, q.admin_id,
      q.asked_through, q.decision, admin_email(q.decided_by) as decided_by, q.decided_at, q.created_at
    from refund_requests q join charges c on c.id = q.charge_id
    where q.id = ${id} and ${visibleTo(actor, 'q.scope_program_id')} for update of q`.execute(db);
  return rows[0];
}
