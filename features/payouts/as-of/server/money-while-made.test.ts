/** Money as it stood while a batch was being made: the batch does not exist yet, and what goes back meanwhile goes back once. */
import { expect, test } from 'vitest';
import { transact } from '../../../../server/context.ts';
import { makeProgram } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { makePayee } from '../../../../test/rows/batches.ts';
import { makeCharge } from '../../../../test/rows/charges.ts';
import { system } from '../../../../test/system.ts';
import { refundCharge } from '../../../transactions/refunds/server/refunds.ts';
import { claimSlice } from '../../batches/server/making/claim-slice.ts';
import { makeDueBatches } from '../../batches/server/making/make-batches.ts';
import { planBatch } from '../../batches/server/making/plan-batch.ts';

const app = useTestApp({ payoutSliceLines: 3 });
const db = () => app().platform.database.everything;

const pause = () => new Promise((resolve) => setTimeout(resolve, 3));

test('a refund of a claimed share counts once, then and later, when the batch was cancelled', async () => {
  const ann = await app().as({ permissions: ['superadmin'] });
  const { id: program_id } = await makeProgram(db());
  const { id: payee, user_id, class_id } = await makePayee(db(), { program_id });
  const charges: number[] = [];
  for (let n = 0; n < 4; n++)
    charges.push((await makeCharge(db(), { class_id, instructor_id: user_id, program_id, amount: 1000 })).id);
  await refundCharge(system(db()), { charge_id: charges[0] as number, amount: 200 });
  const moments: { at: string; seen: unknown }[] = [];
  const moneyAt = async (at: string) =>
    (await ann('GET', `site-user/${user_id}/money-as-of?at=${at}`)).body.money;
  const take = async () => {
    await pause();
    const at = new Date().toISOString();
    await pause();
    moments.push({ at, seen: await moneyAt(at) });
  };

  await take();
  const { body } = await ann('POST', 'payout', { ids: [payee] });
  const step = (work: typeof planBatch) =>
    transact({ ...system(db(), { admin_id: ann.admin_id }), platform: app().platform }, (tx) =>
      work(tx, body.batch.id),
    );
  await step(planBatch);
  await take();
  await step(claimSlice);
  await take();
  const claimed = await db()
    .selectFrom('charge_lines')
    .select('charge_id')
    .where('user_id', '=', user_id)
    .where('payout_id', 'is not', null)
    .orderBy('charge_id')
    .execute();
  for (const { charge_id } of claimed.slice(-2)) {
    await refundCharge(system(db()), { charge_id, amount: 300 });
    await take();
  }
  await ann('POST', `payout-batch/${body.batch.id}/cancel`);
  await take();
  await makeDueBatches(app().platform);
  await take();

  const [money] = await moneyAt(new Date().toISOString());
  expect(money).toMatchObject({ sales: 89.99, refunded: 8, open: 81.99, taken: 0 });
  const open = moments.map(({ seen }) => (seen as { open: number; refunded: number }[])[0]);
  expect(open.map((one) => one && [one.refunded, one.open])).toEqual([
    [2, 87.99],
    [2, 87.99],
    [2, 87.99],
    [5, 84.99],
    [8, 81.99],
    [8, 81.99],
    [8, 81.99],
  ]);
  for (const { at, seen } of moments) expect(await moneyAt(at), at).toEqual(seen);
});
