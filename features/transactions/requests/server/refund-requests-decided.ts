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
import { previewRejection } from './rejection-preview.ts';

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

/** Approves requests as previewed, all or none. 400 for ids not seen, 409 with the new preview for those decided or changed, else as {@link approveRefundRequest}. */
export function approveRefundRequests(
  context: Context,
  asked: readonly { id: number; fingerprint?: string | undefined }[],
): Promise<RefundRequest[]> {
  const ids = asked.map(({ id }) => id);
  return transact(context, async (tx) => {
    await lockCharges(tx, await lockRequests(tx, ids));
    await refuseOwn(tx, ids, 'approved');
    const preview = await previewApproval(tx, ids);
    refuseChanged(preview, new Map(asked.map(({ id, fingerprint }) => [id, fingerprint])));
    for (const { id } of preview.requests) await naming(id, 'approved', () => approveRefundRequest(tx, id));
    return readRefundRequests(tx, ids);
  });
}

/** Refuses as {@link approveRefundRequest}, but for the amount. */
export function rejectRefundRequest(context: Context, id: number): Promise<RefundRequest> {
  return decide(context, id, 'rejected', async () => null);
}

/** Rejects requests, all or none. 400 that names those not seen; 409 with the new preview for those decided since; 403 that names the caller's own. */
export function rejectRefundRequests(
  context: Context,
  asked: readonly { id: number }[],
): Promise<RefundRequest[]> {
  const ids = asked.map(({ id }) => id);
  return transact(context, async (tx) => {
    await lockRequests(tx, ids);
    await refuseOwn(tx, ids, 'rejected');
    const preview = await previewRejection(tx, ids);
    const decided = preview.requests.flatMap(({ id, against }) =>
      against === null ? [] : [`Request #${id}: ${against}`],
    );
    if (decided.length > 0) refuse(409, `${decided.join('. ')}. Nothing was rejected.`, { preview });
    for (const { id } of preview.requests) await naming(id, 'rejected', () => rejectRefundRequest(tx, id));
    return readRefundRequests(tx, ids);
  });
}

/** Locks requests by id until the transaction ends, against any other decision; returns their charges. */
async function lockRequests({ db, actor }: TransactionContext, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ charge_id: number }>`
    select q.charge_id from refund_requests q
    where q.id = any (${ids}::integer[]) and ${visibleTo(actor, 'q.scope_program_id')}
    order by q.id for update`.execute(db);
  return rows.map(({ charge_id }) => charge_id);
}

/** Locks charges by id, against any other refund or split; behind their requests, as everywhere. */
async function lockCharges({ db }: TransactionContext, charges: readonly number[]): Promise<void> {
  await sql`select from charges where id = any (${charges}::integer[]) order by id for no key update`.execute(
    db,
  );
}

type Done = 'approved' | 'rejected';

/** Refuses requests whose decision is another admin's; a new account may reject, as nothing is paid by that. */
async function refuseOwn(tx: TransactionContext, ids: readonly number[], done: Done): Promise<void> {
  const requests = await readRefundRequests(tx, ids);
  const own = requests.filter(
    (one) => one.status === null && (done === 'approved' ? whyNotYours(one) : one.own === 1),
  );
  if (own.length === 0) return;
  const named = own.map(({ id }) => `#${id}`).join(', ');
  refuse(403, `${SOMEBODY_ELSE}: request ${named}. Nothing was ${done}.`);
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

/** Says of which request a refusal is, and that nothing was done with the others. */
async function naming(id: number, done: Done, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 401) throw error;
    refuse(error.status, `Request #${id}: ${error.message}. Nothing was ${done}.`, error.details);
  }
}

type LockedRequest = {
  charge_id: number;
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
      ? ({ admin_id, asked_through, created_at }: LockedRequest) =>
          [admin_id, ...asked_through].map((asked_by) => ({ asked_by, asked_at: created_at }))
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
