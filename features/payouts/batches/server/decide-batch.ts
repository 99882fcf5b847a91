import { sql } from 'kysely';
import { refuse } from '../../../../core/errors.ts';
import { formatMoney } from '../../../../core/money.ts';
import { type Context, type TransactionContext, transact } from '../../../../server/context.ts';
import { auditPart, auditWhole } from '../../../../server/nouns/audit.ts';
import { deciding } from '../../../../server/nouns/deciding.ts';
import { unhurried } from '../../../../server/trace/trace.ts';
import { keepRules } from '../../../money-settings/server/money-rules.ts';
import { holdPayouts } from '../../server/claim.ts';
import type { PayoutBatch } from '../contract.ts';
import { makeBatchFile } from './batch-file.ts';
import { readBatch } from './batches.ts';
import { refuseHeldSince, refuseStoppedSince } from './changed-since.ts';
import { freeClaimed } from './free-claimed.ts';
import { endMaking } from './making/begin-batch.ts';

/** Makes the file as claimed. 404 for an unknown batch, 403 for its author or an account in their hands, 400 if held or stopped since, 409 with who decided. */
export function approveBatch(context: Context, id: number): Promise<PayoutBatch> {
  return decide(context, id, 'approve', async (tx, { state }) => {
    if (state === 'making') refuse(400, 'This batch is still being processed. Nothing has been sent yet');
    const { rules } = await keepRules(tx);
    await refuseHeldSince(tx, id, PROPOSED);
    await refuseStoppedSince(tx, id, rules, PROPOSED);
    await sign(tx, id);
    await makeBatchFile(tx, id);
  });
}

const PROPOSED = { since: 'the proposal', advice: 'Cancel the proposal first' };

/** Releases everything claimed; of a batch that is being made, slice by slice afterwards. Refuses as {@link approveBatch}, but not by person. */
export function cancelBatch(context: Context, id: number): Promise<PayoutBatch> {
  return decide(context, id, 'cancel', async (tx, { state }) => {
    await sign(tx, id);
    if (state === 'making') return endMaking(tx, id);
    await freeClaimed(tx, id);
    await tx.db.updateTable('payout_batches').set({ state: 'cancelled' }).where('id', '=', id).execute();
  });
}

type LockedBatch = {
  state: 'making' | 'proposed' | 'made' | 'cancelled' | 'failed';
  author: number;
  created_at: string;
  created_by: string;
  decided_at: string | null;
  decided_by: string | null;
};

function decide(
  context: Context,
  id: number,
  action: 'approve' | 'cancel',
  work: (tx: TransactionContext, batch: LockedBatch) => Promise<void>,
): Promise<PayoutBatch> {
  const asked = ({ author, created_at }: LockedBatch) => ({ asked_by: author, asked_at: created_at });
  const once = {
    lockRow: (tx: TransactionContext) => lockRow(tx, id),
    decided,
    asked: action === 'approve' ? asked : undefined,
  };
  // What a proposal of many lines claims is freed by one statement.
  return unhurried(() =>
    transact(context, async (tx) => {
      await deciding(tx, once, async (_, batch) => {
        if (batch.state === 'failed') refuse(400, 'This batch failed. Nothing of it was paid');
        await work(tx, batch);
        await record(tx, id, action);
        return null;
      });
      return readBatch(tx, id);
    }),
  );
}

async function lockRow(tx: TransactionContext, id: number): Promise<LockedBatch | undefined> {
  await holdPayouts(tx);
  const { rows } = await sql<LockedBatch>`
    select b.state, b.created_by as author, b.created_at, admin_email(b.created_by) as created_by, b.decided_at,
      admin_email(b.decided_by) as decided_by
    from payout_batches b where b.id = ${id} for update`.execute(tx.db);
  return rows[0];
}

/** Returns the decision already made, if any; a batch that needed no approval was decided by its author. */
function decided({ state, created_at, created_by, decided_at, decided_by }: LockedBatch) {
  if (state === 'proposed' || state === 'failed' || (state === 'making' && decided_at === null))
    return undefined;
  const done =
    state === 'cancelled' || state === 'making' ? 'cancelled' : decided_at === null ? 'made' : 'approved';
  const [by, at] = decided_at === null ? [created_by, created_at] : [decided_by, decided_at];
  return { has: `already ${done} this`, by, at };
}

async function sign({ db, actor }: TransactionContext, id: number): Promise<void> {
  await db
    .updateTable('payout_batches')
    .set({ decided_at: sql`provost_now()`, decided_by: actor.admin_id })
    .where('id', '=', id)
    .execute();
}

/** Writes an audit entry of the batch, and below it one per payout, readable by staff of its payee's program. */
async function record(tx: TransactionContext, id: number, action: 'approve' | 'cancel'): Promise<void> {
  const whole = { entity: 'payout_batch' as const, entity_id: id, action, program_id: 0 };
  const payouts = await tx.db
    .selectFrom('payouts')
    .select(['id', 'name', 'amount', 'currency', 'scope_program_id'])
    .where('batch_id', '=', id)
    .orderBy('id')
    .execute();
  const audit_id = await auditWhole(tx, { ...whole, after: { payouts: payouts.length } });
  await auditPart(
    tx,
    { ...whole, audit_id },
    payouts.map(({ id: entity_id, name, amount, currency, scope_program_id }) => ({
      entity: 'payout',
      entity_id,
      action,
      program_id: scope_program_id ?? 0,
      after: { name, amount: formatMoney(amount, currency) },
    })),
  );
}
