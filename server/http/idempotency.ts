/** `Idempotency-Key`: repeats the first answer to the same key and body (specification: Wire conventions). */
import { createHmac } from 'node:crypto';
import { refuse } from '../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../context.ts';
import type { Db } from '../db/client.ts';
import { olderThan } from '../work/sweep.ts';

const LONGEST_KEY = 200;

const KEPT_DAYS = 7;

/**
 * Runs `work` in one transaction with the record of its answer. A known key gets the recorded answer, after
 * waiting for a call under way. 400 where the key was used for something else, or under other rights.
 * Refusals are not recorded: the same key may be tried again.
 */
export async function once<Given extends Context, Answer>(
  context: Given,
  request: { key: string; route: string; input: unknown },
  work: (tx: Given & TransactionContext) => Promise<Answer>,
): Promise<Answer> {
  if (request.key.length > LONGEST_KEY)
    refuse(400, `Idempotency-Key is longer than ${LONGEST_KEY} characters`);
  // With the caller's rights: whoever has others now is not told what was answered to those.
  // Keyed, because a body may hold a password, which a plain hash would let anybody guess fast.
  const { program_id, permissions } = context.actor;
  const bodyHash = createHmac('sha256', context.platform.tokenKey)
    .update(JSON.stringify([program_id, permissions, request.input ?? null]))
    .digest();
  return transact(context, async (tx) => {
    const trx = tx.db;
    const claimed = await trx
      .insertInto('idempotency_keys')
      .values({
        admin_id: context.actor.admin_id,
        key: request.key,
        route: request.route,
        body_hash: bodyHash,
      })
      .onConflict((conflict) => conflict.columns(['admin_id', 'key']).doNothing())
      .executeTakeFirst();
    if (claimed.numInsertedOrUpdatedRows === 0n) {
      const known = await trx
        .selectFrom('idempotency_keys')
        .select(['route', 'body_hash', 'answer'])
        .where('admin_id', '=', context.actor.admin_id)
        .where('key', '=', request.key)
        .executeTakeFirstOrThrow();
      if (known.route !== request.route || !bodyHash.equals(known.body_hash)) {
        refuse(400, 'This Idempotency-Key was used for another request', { code: 'IDEMPOTENCY_KEY_REUSED' });
      }
      return known.answer as Answer;
    }
    const answer = await work(tx);
    await trx
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer) })
      .where('admin_id', '=', context.actor.admin_id)
      .where('key', '=', request.key)
      .execute();
    return answer;
  });
}

/** Deletes keys older than 7 days: a {@link Sweep}. */
export async function sweepIdempotencyKeys(db: Db, limit: number): Promise<number> {
  const old = db
    .selectFrom('idempotency_keys')
    .select(['admin_id', 'key'])
    .where(olderThan('created_at', KEPT_DAYS))
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys as k')
    .using(old.as('old'))
    .whereRef('k.admin_id', '=', 'old.admin_id')
    .whereRef('k.key', '=', 'old.key')
    .executeTakeFirst();
  return Number(numDeletedRows);
}
