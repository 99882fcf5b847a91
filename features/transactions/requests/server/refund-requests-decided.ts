/** Decides requests, once. Specification: Refunds. */
import { sql } from 'kysely';
import { Refusal, refuse, refuseField } from '../../../../core/errors.ts';
import { SOMEBODY_ELSE, whyNotYours } from '../../../../core/second-approver.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../../server/context.ts';
import { deciding } from '../../../../server/nouns/deciding.ts';
import { moreThanIsLeft } from '../../refunds/rules.ts';
import { refuseWithoutProvider } from '../../refunds/server/provider.ts';
import { reserveRefund } from '../../refunds/server/reserve.ts';
import type { ApprovalPreview, RefundRequest } from '../contract.ts';
import { previewApproval } from './approval-preview.ts';
import { readRefundRequest, readRefundRequests } from './refund-requests.ts';

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

/**
 * Approves requests as previewed, all or none. Throws a 400 that names those the caller cannot see; a 409 with the new
 * preview that names those decided or changed since; a 403 or 400 as {@link approveRefundRequest} that names the request.
 */
export function approveRefundRequests(
  context: Context,
  asked: readonly { id: number; fingerprint?: string | undefined }[],
): Promise<RefundRequest[]> {
  const ids = asked.map(({ id }) => id);
  return transact(context, async (tx) => {
    await lockRequests(tx, ids);
    await refuseOwn(tx, ids);
    const preview = await previewApproval(tx, ids);
    refuseChanged(preview, new Map(asked.map(({ id, fingerprint }) => [id, fingerprint])));
    for (const { id } of preview.requests) await naming(id, () => approveRefundRequest(tx, id));
    return readRefundRequests(tx, ids);
  });
}

/** Refuses as {@link approveRefundRequest}, but for the amount. */
export function rejectRefundRequest(context: Context, id: number): Promise<RefundRequest> {
  return decide(context, id, 'rejected', async () => null);
}

/** Locks requests, then their charges, each by id, until the transaction ends: no other decision, refund or split. */
async function lockRequests({ db, actor }: TransactionContext, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ charge_id: number }>`
    select q.charge_id from refund_requests q
    where q.id = any (${ids}::integer[]) and ${visibleTo(actor, 'q.scope_program_id')}
    order by q.id for update`.execute(db);
  const charges = rows.map(({ charge_id }) => charge_id);
  await sql`select from charges where id = any (${charges}::integer[]) order by id for no key update`.execute(
    db,
  );
}

/** Refuses requests whose approval is another admin's. */
async function refuseOwn(tx: TransactionContext, ids: readonly number[]): Promise<void> {
  const own = (await readRefundRequests(tx, ids)).filter((one) => one.status === null && whyNotYours(one));
  if (own.length === 0) return;
  const named = own.map(({ id }) => `#${id}`).join(', ');
  refuse(403, `${SOMEBODY_ELSE}: request ${named}. Nothing was approved.`);
}

function refuseChanged(preview: ApprovalPreview, shown: ReadonlyMap<number, string | undefined>): void {
  const changed = preview.requests.flatMap(({ id, against, fingerprint }) => {
    if (against !== null) return `Request #${id}: ${against}`;
    return (shown.get(id) ?? fingerprint) === fingerprint
      ? []
      : `Request #${id}: its amount or deductions have changed`;
  });
  if (changed.length > 0) refuse(409, `${changed.join('. ')}. Nothing was approved.`, { preview });
}

/** Says of which request a refusal is, and that it has kept all others from being approved. */
async function naming(id: number, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 401) throw error;
    refuse(error.status, `Request #${id}: ${error.message}. Nothing was approved.`, error.details);
  }
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
