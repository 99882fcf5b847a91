/** Payouts as they are looked up afterwards, and who sees what of them. */
import { beforeEach, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { giveMethod } from '../../../test/models/paying.ts';
import { makeBatch, makePayee } from '../../../test/rows/batches.ts';
import { makeCharge } from '../../../test/rows/charges.ts';
import { setRows } from '../../../test/rows/commission-groups.ts';
import { system } from '../../../test/system.ts';
import { recordCharge } from '../../transactions/server/charges.ts';
import { payeeId } from '../rules.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let ann: Call;
let program_id: number;

beforeEach(async () => {
  ann = await app().as({ permissions: ['superadmin'] });
  program_id = (await makeProgram(db())).id;
});

const historyOf = async (id: number, call: Call = ann) =>
  (await call('GET', `payouts-history?batch_id=${id}`)).body.payouts;
const bookkeeper = (of: number) => app().as({ permissions: ['money'], program_id: of });

test('of a program: its people and itself; what they earned elsewhere is one row', async () => {
  const elsewhere = (await makeProgram(db())).id;
  const payee = await makePayee(db(), { program_id, first_name: 'Grace' });
  const { id: class_id } = await makeClass(db(), { instructor_id: payee.user_id, program_id: elsewhere });
  for (const amount of [1000, 2000])
    await makeCharge(db(), { class_id, instructor_id: payee.user_id, program_id: elsewhere, amount });
  const { id, payout } = await makeBatch(db(), [payee.id]);
  const bound = await bookkeeper(program_id);
  const foreign = await bookkeeper(elsewhere);
  expect(await historyOf(id, bound)).toMatchObject([
    { id: payout, first_name: 'Grace', amount: 79.99, file: null, kind: 'sales' },
  ]);
  expect(await historyOf(id, foreign)).toEqual([]);
  const { body } = await bound('GET', `payout/${payout}/transactions`);
  expect(
    body.transactions.map(({ id: row, type, amount, description }: never) => [
      row,
      type,
      amount,
      description,
    ]),
  ).toEqual([
    [expect.any(Number), 'payment', 49.99, ''],
    [0, 'adjustment', 30, 'In other programs'],
  ]);
  expect(body.bridge).toEqual({
    terms: [
      { of: 'sales', amount: 49.99 },
      { of: 'elsewhere', amount: 30 },
    ],
    paid: 79.99,
  });
  expect((await foreign('GET', `payout/${payout}/transactions`)).status).toBe(404);
  const whole = (await ann('GET', `payout/${payout}/transactions`)).body;
  expect(whole.count).toBe(3);
  expect(whole.bridge).toEqual({ terms: [{ of: 'sales', amount: 79.99 }], paid: 79.99 });
  expect((await bound('GET', 'payout-batches')).status).toBe(403);
  expect((await bound('POST', `payout/${payout}/paid`)).status).toBe(403);
});

test('the site and programs by their names, somebody who was renamed by the name of then; words and sorts', async () => {
  const instructor = await makeInstructor(db(), {
    program_id,
    first_name: 'Old',
    last_name: `Name ${program_id}`,
  });
  const { id: class_id } = await makeClass(db(), { instructor_id: instructor.id, program_id });
  await setRows(db(), 'instructor', instructor.id, [
    { type: 0, commission: 10 },
    { type: 1, commission: 20 },
  ]);
  await recordCharge(system(db()), { class_id, amount: 10_000, currency: 'USD' });
  await giveMethod(db(), instructor.id);
  const { id } = await makeBatch(
    db(),
    [
      { user_id: null, program_id: null },
      { user_id: null, program_id },
      { user_id: instructor.id, program_id: null },
    ].map((key) => payeeId(key, 'USD')),
  );
  await db().updateTable('site_users').set({ first_name: 'New' }).where('id', '=', instructor.id).execute();
  const { program_display_name } = await db()
    .selectFrom('programs')
    .select('program_display_name')
    .where('id', '=', program_id)
    .executeTakeFirstOrThrow();
  const sorted = async (sort: string) =>
    (await ann('GET', `payouts-history?batch_id=${id}&sort_by=${sort}`)).body.payouts.map(
      ({ first_name }: never) => first_name,
    );
  const old = `Old Name ${program_id}`;
  expect(await sorted('amount')).toEqual(['GLOBAL SITE', program_display_name, old]);
  expect(await sorted('instructor_name')).toEqual(['GLOBAL SITE', old, program_display_name]);
  const found = await ann('GET', `payouts-history?batch_id=${id}&instructor_name=${program_id}%20name`);
  expect(found.body.payouts).toMatchObject([{ first_name: old, last_name: '' }]);
  for (const whose of [`instructor_name=%23${instructor.id}`, `user_id=${instructor.id}`]) {
    const { body } = await ann('GET', `payouts-history?batch_id=${id}&${whose}`);
    expect([body.payouts, body.count]).toMatchObject([[{ first_name: old, last_name: '' }], 1]);
  }
});
