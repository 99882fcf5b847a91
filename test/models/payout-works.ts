/** Calls about payouts as their routes run them, each under a key: once, and again. */
import { readBatch } from '../../features/payouts/batches/server/batches.ts';
import { approveBatch, cancelBatch } from '../../features/payouts/batches/server/decide-batch.ts';
import { paySales } from '../../features/payouts/server/pay-sales.ts';
import type { TransactionContext } from '../../server/context.ts';
import type { Database } from '../../server/db/client.ts';
import { once } from '../../server/http/idempotency.ts';
import { platformOn, system } from '../system.ts';

type Told = { key: string; admin_id: number; ids: number[]; batch: number };
export type PayoutWork = 'pay' | 'approve' | 'cancel';

const calling =
  <Answer>(route: string, work: (tx: TransactionContext, told: Told) => Promise<Answer>) =>
  (database: Database, told: Told): Promise<Answer> => {
    const { platform, ...context } = system(database.everything, {
      admin_id: told.admin_id,
      permissions: ['superadmin'],
    });
    const whole = { ...context, platform: { ...platform, ...definedOf(platformOn(database)) } };
    const input = { ids: told.ids, batch: told.batch };
    return once(whole, { key: told.key, route, input }, (tx) => work(tx, told));
  };

function definedOf<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

export const payoutWorks = {
  pay: calling('POST payout', async (tx, { ids }) => readBatch(tx, await paySales(tx, { ids }))),
  approve: calling('POST payout-batch/{id}/approve', (tx, { batch }) => approveBatch(tx, batch)),
  cancel: calling('POST payout-batch/{id}/cancel', (tx, { batch }) => cancelBatch(tx, batch)),
};
