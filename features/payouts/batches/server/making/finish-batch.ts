import { sql } from 'kysely';
import type { TransactionContext } from '../../../../../server/context.ts';
import { audit } from '../../../../../server/nouns/audit.ts';
import { keepRules } from '../../../../money-settings/server/money-rules.ts';
import { recordPayouts } from '../../../server/claim.ts';
import { makeBatchFile } from '../batch-file.ts';
import { refuseHeldSince, refuseStoppedSince } from '../changed-since.ts';
import { freeBeside } from '../free-claimed.ts';
import { lockMaking, requireAuthor } from './lock-making.ts';

/** Makes the file of a batch whose slices are all claimed, or leaves it to an approver. Refuses where a charge was held or disputed, or a payee stopped. */
export async function finishBatch(tx: TransactionContext, id: number): Promise<void> {
  const { db } = tx;
  const making = await lockMaking(tx, id);
  if (!making || making.ending !== null || making.claimed !== making.lines) return;
  await requireAuthor(tx);
  const { rules } = await keepRules(tx);
  await refuseHeldSince(tx, id, PREVIEWED);
  await refuseStoppedSince(tx, id, rules, PREVIEWED);
  await db
    .updateTable('payout_makings')
    .set({ finished_at: sql`provost_now()` })
    .where('batch_id', '=', id)
    .execute();
  const payouts = await db
    .selectFrom('payouts')
    .select(['id', 'name', 'amount', 'currency', 'method', 'scope_program_id'])
    .where('batch_id', '=', id)
    .orderBy('id')
    .execute();
  await recordPayouts(tx, id, 'sales', payouts);
  if (making.approval || rules.payout_approval) {
    await db.updateTable('payouts').set({ state: 'proposed' }).where('batch_id', '=', id).execute();
    await db.updateTable('payout_batches').set({ state: 'proposed' }).where('id', '=', id).execute();
  } else await makeBatchFile(tx, id);
  await deleteSlices(tx, id);
}

const PREVIEWED = { since: 'the preview', advice: 'Nothing was sent' };

/** Ends a batch of which nothing is claimed any more as cancelled or failed. */
export async function endBatch(tx: TransactionContext, id: number): Promise<void> {
  const { db } = tx;
  const making = await lockMaking(tx, id);
  if (!making || making.ending === null || making.claimed > 0) return;
  const { ending, reason } = making;
  await db
    .updateTable('payouts')
    .set({ state: 'cancelled', created_at: sql`provost_now()` })
    .where('batch_id', '=', id)
    .execute();
  await freeBeside(tx, id);
  await db.updateTable('payout_batches').set({ state: ending }).where('id', '=', id).execute();
  await deleteSlices(tx, id);
  if (ending === 'failed')
    await audit(tx, {
      entity: 'payout_batch',
      entity_id: id,
      action: 'fail',
      program_id: 0,
      after: { reason },
    });
}

async function deleteSlices({ db }: TransactionContext, id: number): Promise<void> {
  await db.deleteFrom('payout_slices').where('batch_id', '=', id).execute();
}
