/** All files of a batch. Specification: Payment files. */
import { toMajor } from '../../../core/money.ts';
import type { BatchFacts, FileRow, PaymentFile } from './rows.ts';

/** In the order in which the ZIP holds them, without manifest and held. */
export function paymentFiles(rows: readonly FileRow[], _batch: BatchFacts): PaymentFile[] {
  return rows
    .filter(({ method }) => method === 'none')
    .map(({ payout_id, name, currency, amount }) => ({
      name: `none-${currency}-${payout_id}.csv`,
      bytes: Buffer.from(`${name},${currency},${toMajor(amount, currency)},${payout_id}\r\n`),
    }));
}
