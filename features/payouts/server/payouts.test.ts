/** What has been paid stays as it was, whoever asks: the database itself refuses. */
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { linesOf, setRows } from '../../../test/commission-groups.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { system } from '../../../test/system.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { refundCharge } from '../../refunds/server/refunds.ts';
import { recordCharge } from '../../transactions/server/charges.ts';
import { createPayout } from './payouts.ts';

const database = useDatabase();
const db = () => database().everything;

let instructor: number;
let charge: number;

beforeEach(async () => {
  const program_id = (await makeProgram(db())).id;
  instructor = (await makeInstructor(db(), { program_id })).id;
  const { id: class_id } = await makeClass(db(), { instructor_id: instructor, program_id });
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 30 }]);
  charge = await recordCharge(system(db()), { class_id, amount: 10_000, currency: 'USD' });
});

test('a payout takes what the payee has not been paid, once', async () => {
  const first = await createPayout(system(db()), { user_id: instructor }, 'USD');
  expect(first?.amount).toBe(7000);
  expect(await createPayout(system(db()), { user_id: instructor }, 'USD')).toBeNull();
  expect(await createPayout(system(db()), { user_id: instructor }, 'EUR')).toBeNull();
});

test('a held charge is not paid out, not even a line that it already has', async () => {
  await db().updateTable('charges').set({ held: 'over_100' }).where('id', '=', charge).execute();
  expect(await createPayout(system(db()), { user_id: instructor }, 'USD')).toBeNull();
  await db().updateTable('charges').set({ held: null }).where('id', '=', charge).execute();
  expect((await createPayout(system(db()), { user_id: instructor }, 'USD'))?.amount).toBe(7000);
});

test.each([
  [
    'its amount',
    sql`update charge_lines set amount = amount - 1, divided = divided - 1 where payout_id is not null`,
  ],
  ['its payee', sql`update charge_lines set user_id = null, type = 0 where payout_id is not null`],
  ['its payout', sql`update charge_lines set payout_id = null where payout_id is not null`],
  ['its existence', sql`delete from charge_lines where payout_id is not null`],
])('a paid line keeps %s', async (_, change) => {
  await createPayout(system(db()), { user_id: instructor }, 'USD');
  const before = await linesOf(db(), charge);
  await expect(change.execute(db())).rejects.toMatchObject({ constraint: 'charge_lines_paid' });
  expect(await linesOf(db(), charge)).toEqual(before);
});

test('a paid line can still be refunded: what it gives back is owed', async () => {
  await createPayout(system(db()), { user_id: instructor }, 'USD');
  await refundCharge(system(db()), { charge_id: charge, amount: 1000 });
  const lines = await linesOf(db(), charge);
  expect(lines.map(({ type, amount, refunded }) => [type, amount, refunded])).toEqual([
    [0, 3000, 300],
    [4, 7000, 700],
  ]);
});
