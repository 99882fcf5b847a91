/** What a refund refuses, before the database would. */
import { expect, test } from 'vitest';
import { makeClass, makeInstructor } from '../../../../test/factories.ts';
import { linesOf } from '../../../../test/rows/commission-groups.ts';
import { system } from '../../../../test/system.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { recordCharge } from '../../server/charges.ts';
import { refundCharge } from './refunds.ts';

const database = useDatabase();
const db = () => database().everything;

test('refunds no more than is left of a charge, and nothing that is no amount', async () => {
  const instructor = await makeInstructor(db());
  const { id: class_id } = await makeClass(db(), { instructor_id: instructor.id });
  const charge_id = await recordCharge(system(db()), { class_id, amount: 1000, currency: 'USD' });
  await refundCharge(system(db()), { charge_id, amount: 600 });
  for (const amount of [401, 1000, 0, -1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1]) {
    await expect(refundCharge(system(db()), { charge_id, amount })).rejects.toMatchObject({
      status: 400,
      details: { errors: [{ path: 'amount' }] },
    });
  }
  await expect(refundCharge(system(db()), { charge_id: 2_000_000_000, amount: 1 })).rejects.toMatchObject({
    status: 404,
  });
  expect((await linesOf(db(), charge_id)).map(({ refunded }) => refunded)).toEqual([600]);
  await refundCharge(system(db()), { charge_id, amount: 400 });
});
