/** A process that writes the archive of a batch to its output, in the time zone that it is started in. */

import { PAYOUT_METHODS } from '../../features/payouts/rules.ts';
import { filesOf } from '../../features/payouts/server/files/batch-files.ts';
import { zipOf } from '../../features/payouts/server/files/zip.ts';
import { BATCH, fileRow } from '../rows/payment-rows.ts';

const rows = PAYOUT_METHODS.flatMap((method, n) =>
  ['USD', 'EUR', 'JPY'].map((currency, m) => fileRow(10 * n + m + 1, { method, currency })),
);
process.stdout.write(await zipOf(filesOf(rows, [], BATCH)));
