/** The steps of batches that are claimed in slices, each a transaction; whoever comes after a kill goes on. */
import { sql } from 'kysely';
import { Refusal } from '../../../../../core/errors.ts';
import { asSystem, SYSTEM, type TransactionContext, transact } from '../../../../../server/context.ts';
import type { Platform } from '../../../../../server/platform.ts';
import { claimSlice, freeSlice } from './claim-slice.ts';
import { endBatch, finishBatch } from './finish-batch.ts';
import { lockMaking } from './lock-making.ts';
import { planBatch } from './plan-batch.ts';

/** Seconds after which a pass leaves the rest to the next one. */
const PASS_SECONDS = 30;

/** Seconds until a step that failed is tried again: doubled each time, up to an hour. */
const RETRY = { first: 5, most: 3600 };

/** Takes step after step of all batches until none is due. A refusal ends its batch as failed; any other error is logged, and the step tried again later. */
export async function makeDueBatches(platform: Platform, stopping?: AbortSignal): Promise<void> {
  const end = performance.now() + PASS_SECONDS * 1000;
  for (;;) {
    const due = await dueBatches(platform);
    if (due.length === 0) return;
    for (const batch of due) {
      if (stopping?.aborted || performance.now() > end) return;
      try {
        await takeStep(platform, batch);
      } catch (error) {
        if (error instanceof Refusal) await fail(platform, batch.id, error.message);
        else {
          platform.log.error({ err: error, batch: batch.id }, 'a payout batch could not be made');
          await putOff(platform, batch.id);
        }
      }
    }
  }
}

type DueBatch = {
  id: number;
  author: number;
  ending: string | null;
  lines: number | null;
  claimed: number;
};

async function dueBatches({ database }: Platform): Promise<DueBatch[]> {
  const { rows } = await sql<DueBatch>`
    select b.id, b.created_by as author, m.ending, m.lines, m.claimed
    from payout_batches b join payout_makings m on m.batch_id = b.id
    where b.state = 'making' and m.run_at <= clock_timestamp() order by b.id`.execute(database.everything);
  return rows;
}

/** Each step asks again, under its lock, whether it is due. */
function stepOf({ ending, lines, claimed }: DueBatch): (tx: TransactionContext, id: number) => Promise<void> {
  if (ending !== null) return claimed > 0 ? freeSlice : endBatch;
  if (lines === null) return planBatch;
  return claimed < lines ? claimSlice : finishBatch;
}

function takeStep(platform: Platform, batch: DueBatch): Promise<void> {
  const actor = { ...SYSTEM, admin_id: batch.author };
  return transact(asSystem(platform, 'make-payout-batches', actor), (tx) => stepOf(batch)(tx, batch.id));
}

/** Ends the batch as failed, but for one that another process has finished meanwhile. */
function fail(platform: Platform, id: number, reason: string): Promise<void> {
  return transact(asSystem(platform, 'make-payout-batches', SYSTEM), async (tx) => {
    if (!(await lockMaking(tx, id))) return;
    await tx.db
      .updateTable('payout_makings')
      .set({ ending: 'failed', reason })
      .where('batch_id', '=', id)
      .where('ending', 'is', null)
      .execute();
  });
}

async function putOff({ database }: Platform, id: number): Promise<void> {
  await database.everything
    .updateTable('payout_makings')
    .set({
      failures: sql`failures + 1`,
      run_at: sql`provost_now() + make_interval(secs => least(${RETRY.most}, ${RETRY.first} * 2 ^ least(failures, 20)))`,
    })
    .where('batch_id', '=', id)
    .execute();
}
