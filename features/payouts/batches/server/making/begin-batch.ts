import { sql } from 'kysely';
import { refuse } from '../../../../../core/errors.ts';
import type { TransactionContext } from '../../../../../server/context.ts';
import { refuseFormerActor } from '../../../../../server/http/session.ts';
import { audit } from '../../../../../server/nouns/audit.ts';
import { wantedFrom } from '../../../server/payees/due.ts';
import { PAYEE_OF_LINE } from '../../../server/payees/payee-numbers.ts';

/** True where the payees have more open lines, in whatever currency, than one transaction claims. */
export async function isOfManyLines(
  { db, platform }: TransactionContext,
  ids: readonly number[],
): Promise<boolean> {
  const payees = [...new Set(wantedFrom(ids).map(({ payee }) => payee))];
  const { rows } = await sql`
    select from charge_lines l where ${PAYEE_OF_LINE} = any (${payees}::bigint[]) and l.payout_id is null and l.amount > l.refunded
    limit 1 offset ${platform.config.payoutSliceLines}`.execute(db);
  return rows.length > 0;
}

/** Writes a batch that the job plans and claims; nothing of it is claimed yet. Returns its id. */
export async function beginBatch(
  tx: TransactionContext,
  { ids, fingerprint = null }: { ids: readonly number[]; fingerprint?: string | null | undefined },
): Promise<number> {
  await refuseFormerActor(tx);
  const { id } = await tx.db
    .insertInto('payout_batches')
    .values({ kind: 'sales', state: 'making', created_by: tx.actor.admin_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.db
    .insertInto('payout_makings')
    .values({ batch_id: id, ids: [...ids], fingerprint })
    .execute();
  await audit(tx, {
    entity: 'payout_batch',
    entity_id: id,
    action: 'begin',
    program_id: 0,
    after: { kind: 'sales', balances: wantedFrom(ids).length },
  });
  return id;
}

/** Has the job free what is claimed and end the batch as cancelled. Requires the lock on the batch. */
export async function endMaking({ db }: TransactionContext, id: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('payout_makings')
    .set({ ending: 'cancelled', run_at: sql`provost_now()` })
    .where('batch_id', '=', id)
    .where('ending', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse(400, 'This batch failed. Nothing of it was paid');
}
