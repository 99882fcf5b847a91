/** Approval and cancellation of batches by a second superadmin. Specification: Payouts. */
import { sql } from 'kysely';
import { refuse } from '../../../../core/errors.ts';
import { formatMoney } from '../../../../core/money.ts';
import { type Context, type TransactionContext, transact } from '../../../../server/context.ts';
import { auditPart, auditWhole } from '../../../../server/nouns/audit.ts';
import { deciding } from '../../../../server/nouns/deciding.ts';
import type { Rules } from '../../../money-settings/rules.ts';
import { keepRules } from '../../../money-settings/server/money-rules.ts';
import { AGAINST_WORDS } from '../../rules.ts';
import { holdPayouts } from '../../server/claim.ts';
import { ALWAYS, holdPayees, standingsOf, stopsOf } from '../../server/payees/standings.ts';
import type { PayoutBatch } from '../contract.ts';
import { makeBatchFile } from './batch-file.ts';
import { readBatch } from './batches.ts';
import { freeClaimed } from './free-claimed.ts';

/**
 * Makes the file of the batch as it was claimed. Throws a 404 for an unknown batch, a 403 for its author and
 * for an account they made or changed, a 400 where a charge was held or disputed or a payee stopped since, a
 * 409 with who decided it.
 */
export function approveBatch(context: Context, id: number): Promise<PayoutBatch> {
  return decide(context, id, 'approve', async (tx) => {
    const { rules } = await keepRules(tx);
    await refuseHeldSince(tx, id);
    await refuseStoppedSince(tx, id, rules);
    await sign(tx, id);
    await makeBatchFile(tx, id);
  });
}

/** Refuses a batch with lines held or disputed since the proposal: it has to be cancelled. */
async function refuseHeldSince({ db }: TransactionContext, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.id from payouts p join charge_lines l on l.payout_id = p.id join charges c on c.id = l.charge_id
    where p.batch_id = ${id} and (c.held is not null or c.disputed_at is not null) order by c.id limit 10`.execute(
    db,
  );
  if (rows.length > 0)
    refuse(
      400,
      `On hold or disputed since the proposal: transaction ${rows.map((row) => row.id).join(', ')}. Cancel the proposal first`,
    );
}

/** Refuses payees deleted or blocked since, or with a changed email or payout method. */
async function refuseStoppedSince(tx: TransactionContext, id: number, rules: Rules): Promise<void> {
  const payouts = await tx.db
    .selectFrom('payouts')
    .select(['user_id', 'name'])
    .where('batch_id', '=', id)
    .where('user_id', 'is not', null)
    .orderBy('id')
    .execute();
  const users = payouts.flatMap(({ user_id }) => user_id ?? []);
  await holdPayees(tx, users);
  const standings = await standingsOf(tx, users, rules);
  const stopped = payouts.flatMap(({ user_id, name }) => {
    const words = stopsOf(standings.get(user_id ?? 0) ?? ALWAYS).map((word) => AGAINST_WORDS[word]);
    return words.length > 0 ? [`${name} (${words.join(', ')})`] : [];
  });
  if (stopped.length === 0) return;
  const more = stopped.length - NAMED;
  const named = [...stopped.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join('; ');
  refuse(400, `Not payable since the proposal: ${named}. Cancel the proposal first`);
}

/** The most names listed; the others are counted. */
const NAMED = 10;

/** Releases everything claimed, for the next payout. Refuses as {@link approveBatch}, but not by person. */
export function cancelBatch(context: Context, id: number): Promise<PayoutBatch> {
  return decide(context, id, 'cancel', async (tx) => {
    await freeClaimed(tx, id);
    await sign(tx, id);
    await tx.db.updateTable('payout_batches').set({ state: 'cancelled' }).where('id', '=', id).execute();
  });
}

type LockedBatch = {
  state: 'proposed' | 'made' | 'cancelled';
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
  work: (tx: TransactionContext) => Promise<void>,
): Promise<PayoutBatch> {
  const asked = ({ author, created_at }: LockedBatch) => ({ asked_by: author, asked_at: created_at });
  const once = {
    lockRow: (tx: TransactionContext) => lockRow(tx, id),
    decided,
    asked: action === 'approve' ? asked : undefined,
  };
  return transact(context, async (tx) => {
    await deciding(tx, once, async () => {
      await work(tx);
      await record(tx, id, action);
      return null;
    });
    return readBatch(tx, id);
  });
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
  if (state === 'proposed') return undefined;
  const done = state === 'cancelled' ? 'cancelled' : decided_at === null ? 'made' : 'approved';
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
