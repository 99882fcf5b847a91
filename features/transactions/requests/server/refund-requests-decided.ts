/** Decides requests, once. Specification: Refunds. */
import { sql } from 'kysely';
import { conflict, notFound, refuse, refuseField } from '../../../../core/errors.ts';
import { SOMEBODY_ELSE } from '../../../../core/second-approver.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../../server/context.ts';
import { refuseFormerActor } from '../../../../server/http/session.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { readAgain } from '../../../../server/nouns/changing.ts';
import { requireSecondApprover } from '../../../../server/nouns/second-approver.ts';
import { moreThanIsLeft } from '../../refunds/rules.ts';
import { reserveRefund } from '../../refunds/server/reserve.ts';
import type { RefundRequest } from '../contract.ts';
import { readRefundRequest } from './refund-requests.ts';

/**
 * Reserves the amount in the same transaction; the refund is then queued. Throws a 404 for an invisible
 * request, a 403 for who made it, also logged in as its user, and for an account they made or changed, a 409
 * with who decided it, a 400 where it exceeds the rest of the charge.
 */
export function approveRefundRequest(context: Context, id: number): Promise<RefundRequest> {
  return deciding(context, id, 'approved', async (tx, request) => {
    const { amount, refund_available, currency } = await readRefundRequest(tx, id);
    if (amount > refund_available) refuseField('amount', moreThanIsLeft(refund_available, currency));
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
  return deciding(context, id, 'rejected', async () => null);
}

type Held = {
  charge_id: number;
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
function deciding(
  context: Context,
  id: number,
  decision: 'approved' | 'rejected',
  work: (tx: TransactionContext, request: Held) => Promise<number | null>,
): Promise<RefundRequest> {
  return transact(context, async (tx) => {
    await refuseFormerActor(tx);
    const request = await lockRow(tx, id);
    if (request.decision !== null && request.decided_at !== null) {
      const { decided_by: changed_by } = await readAgain(request, () => lockRow(tx, id));
      conflict(`${request.decision} this already`, { changed_by, changed_at: request.decided_at });
    }
    const { admin_id } = tx.actor;
    if (request.admin_id === admin_id || request.asked_through.includes(admin_id)) refuse(403, SOMEBODY_ELSE);
    if (decision === 'approved')
      await requireSecondApprover(tx, { asked_by: request.admin_id, asked_at: request.created_at });
    const refund_id = await work(tx, request);
    await tx.db
      .updateTable('refund_requests')
      .set({
        decision,
        decided_at: sql`provost_now()`,
        decided_by: tx.actor.admin_id,
        refund_id,
        updated_at: sql`provost_now()`,
      })
      .where('id', '=', id)
      .execute();
    await audit(tx, {
      entity: 'refund_request',
      entity_id: id,
      action: decision === 'approved' ? 'approve' : 'reject',
      program_id: request.scope_program_id,
      before: { decision: null },
      after: { decision, ...(refund_id !== null && { refund_id }) },
    });
    return readRefundRequest(tx, id);
  });
}

async function lockRow({ db, actor }: TransactionContext, id: number): Promise<Held> {
  const { rows } = await sql<Held>`
    select q.charge_id, q.scope_program_id, q.class_id, q.amount, q.cancel_registration, q.reason, q.admin_id,
      q.asked_through, q.decision, admin_email(q.decided_by) as decided_by, q.decided_at, q.created_at
    from refund_requests q where q.id = ${id} and ${visibleTo(actor, 'q.scope_program_id')} for update`.execute(
    db,
  );
  return rows[0] ?? notFound();
}
