/** Makes the file of a batch from its claimed payouts and keeps it unchanged. Specification: Payouts; Payment files. */
import { randomBytes } from 'node:crypto';
import type { Context, TransactionContext } from '../../../../server/context.ts';
import { decrypt, encrypt, payoutDetailsOf, payoutFileOf } from '../../../../server/encryption.ts';
import { readRules } from '../../../money-settings/server/money-rules.ts';
import type { PayoutMethod } from '../../rules.ts';
import { filesOf } from '../../server/files/batch-files.ts';
import type { FileRow } from '../../server/files/rows.ts';
import { zipOf } from '../../server/files/zip.ts';
import type { HeldPayee } from '../../server/payout-types.ts';

/** Makes the file of a batch anew, encrypted: whoever has no account any more stands in it as in the books, by name and amount. */
export async function remakeBatchFile(tx: TransactionContext, id: number): Promise<Buffer> {
  return encrypt(tx.platform.paymentKey, payoutFileOf(id), await zipOfBatch(tx, id));
}

/** Writes the ZIP of a proposed batch, stores it encrypted, and marks the batch and its payouts as `made`. */
export async function makeBatchFile(tx: TransactionContext, id: number): Promise<void> {
  const { db, platform } = tx;
  const zip = await zipOfBatch(tx, id);
  await db
    .insertInto('payout_files')
    .values({
      batch_id: id,
      file_name: `${randomBytes(16).toString('hex')}.zip`,
      sealed: encrypt(platform.paymentKey, payoutFileOf(id), zip),
    })
    .execute();
  await db.updateTable('payouts').set({ state: 'made' }).where('batch_id', '=', id).execute();
  await db.updateTable('payout_batches').set({ state: 'made' }).where('id', '=', id).execute();
}

async function zipOfBatch(tx: TransactionContext, id: number): Promise<Buffer> {
  const batch = await tx.db
    .selectFrom('payout_batches as b')
    .leftJoin('payout_makings as m', 'm.batch_id', 'b.id')
    .select(['b.created_at', 'b.decided_at', 'b.held', 'm.finished_at'])
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow();
  const { rules } = await readRules(tx);
  const rows = await rowsOf(tx, id);
  const facts = { id, day: dayOf(batch), ach: rules.ach, sepa_debtor: rules.sepa_debtor };
  return zipOf(filesOf(rows, batch.held as HeldPayee[], facts));
}

/** Returns the day the money is sent: that of the approval, where one was needed, or of the last slice. UTC, YYYY-MM-DD. */
export function dayOf({ created_at, decided_at, finished_at = null }: DatedBatch): string {
  return (decided_at ?? finished_at ?? created_at).slice(0, 10);
}

type DatedBatch = { created_at: string; decided_at: string | null; finished_at?: string | null };

async function rowsOf({ db, platform }: TransactionContext, batch_id: number): Promise<FileRow[]> {
  const rows = await db
    .selectFrom('payouts as p')
    .leftJoin('payout_details as d', 'd.payout_id', 'p.id')
    .select(['p.id', 'p.name', 'p.method', 'p.currency', 'p.amount', 'd.sealed'])
    .where('p.batch_id', '=', batch_id)
    .orderBy('p.id')
    .execute();
  return rows.map(({ id, name, method, currency, amount, sealed }) => ({
    payout_id: id,
    name,
    method: sealed === null ? 'none' : (method as PayoutMethod),
    currency,
    amount,
    details: openedDetails(platform, id, sealed),
  }));
}

/** Decrypts the destination of a payout as of the claim; empty for bookkeeping only. */
export function openedDetails(
  { paymentKey }: Context['platform'],
  payout_id: number,
  sealed: Buffer | null,
): FileRow['details'] {
  if (sealed === null) return {};
  const details = decrypt(paymentKey, payoutDetailsOf(payout_id), sealed);
  return JSON.parse(details.toString()) as FileRow['details'];
}
