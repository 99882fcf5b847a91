/** What is kept of payees where two hands meet, where a bundle's classes change, and where rows are folded. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../../server/config.ts';
import type { Db } from '../../../../server/db/client.ts';
import { makeClass, makeInstructor, makeProgram, makeSession } from '../../../../test/factories.ts';
import { makeCharge, makeRefund } from '../../../../test/rows/charges.ts';
import { platformOn, system } from '../../../../test/system.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { untilWaiting } from '../../../../test/waiting.ts';
import { foldBalances } from './fold-balances.job.ts';
import { pageOfPayees } from './payees.ts';
import { verifyBalances } from './verify-balances.ts';

const database = useDatabase();
const db = () => database().everything;

let program_id: number;
let instructor_id: number;
let class_id: number;

beforeAll(async () => {
  program_id = (await makeProgram(db())).id;
  instructor_id = (await makeInstructor(db(), { program_id, first_name: 'Ada', last_name: 'Byron' })).id;
  class_id = (await makeClass(db(), { instructor_id, program_id })).id;
});

const TOMORROW = {
  start_at: new Date(Date.now() + 86_400_000).toISOString(),
  end_at: new Date(Date.now() + 90_000_000).toISOString(),
};

const context = () => ({ ...system(db()), platform: platformOn(database(), readConfig({})) });
const broken = async () => (await verifyBalances(system(db()))).broken;
const sell = (on: Db, values: object = {}) =>
  makeCharge(on, { class_id, instructor_id, program_id, currency: 'USD', amount: 1000, ...values });

const setDispute = (on: Db, id: number) =>
  on.updateTable('charges').set({ disputed_at: new Date().toISOString() }).where('id', '=', id).execute();
const setOverride = (on: Db, id: number) =>
  sql`update charge_lines set override = '-1' where charge_id = ${id}`.execute(on);

test.each([
  ['a dispute beside a change of its lines', setDispute, setOverride],
  ['a change of lines beside a dispute', setOverride, setDispute],
])('%s: one waits for the other, and each counts once', async (_, first, second) => {
  const { id } = await sell(db());
  const holding = await db().startTransaction().execute();
  await first(holding, id);
  const waiting = second(db(), id);
  await untilWaiting(database().owner);
  await holding.commit().execute();
  await waiting;
  expect(await broken()).toBeNull();
});

test('sales of one payee wait for nobody, and neither does folding', async () => {
  const open = await db().startTransaction().execute();
  await sell(open);
  await sell(db());
  await foldBalances(db());
  expect(await broken()).toBeNull();
  await open.commit().execute();
  expect(await broken()).toBeNull();
});

test('folding leaves one row of each sum, and none of what is over', async () => {
  const rows = async () =>
    (
      await db()
        .selectFrom('payee_balances')
        .select(['lines', 'amount'])
        .where('payee', '=', instructor_id * 2)
        .where('held', '=', false)
        .where('override', 'is', null)
        .where('class_id', '=', class_id)
        .execute()
    ).map(({ lines, amount }) => [lines, amount]);
  for (let n = 0; n < 3; n++) await sell(db(), { amount: 70 + n });
  expect((await rows()).length).toBeGreaterThan(2);
  const total = (await rows()).reduce((sum, [, amount = 0]) => sum + amount, 0);
  expect(await foldBalances(db())).toBeGreaterThan(0);
  expect((await rows()).map(([, amount]) => amount)).toEqual([total]);
  await sql`update charge_lines set override = '1' where user_id = ${instructor_id} and override is null`.execute(
    db(),
  );
  await foldBalances(db());
  expect(await rows()).toEqual([]);
  expect(await foldBalances(db())).toBe(0);
  expect(await broken()).toBeNull();
});

test('who would fold beside another leaves it to that one, and waits for no row', async () => {
  for (let n = 0; n < 2; n++) await sell(db());
  const folding = await db().startTransaction().execute();
  expect(await foldBalances(folding)).toBeGreaterThan(0);
  expect(await foldBalances(db())).toBe(0);
  await folding.commit().execute();
  expect(await broken()).toBeNull();
});

test('of twenty who fold at once beside sales no sum is lost or doubled', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? sell(db(), { amount: n + 1 }) : foldBalances(db()))),
  );
  expect(await broken()).toBeNull();
});

test('classes that are added to a sold bundle or taken from it move its lines', async () => {
  const { id: charge_id } = await sell(db());
  const { id: other } = await makeClass(db(), { instructor_id, program_id });
  const change = (statement: ReturnType<typeof sql>) => statement.execute(database().owner);
  await change(sql`insert into charge_parts (charge_id, class_id, scope_program_id, amount)
    values (${charge_id}, ${class_id}, ${program_id}, 400), (${charge_id}, ${other}, ${program_id}, 600)`);
  expect(await broken()).toBeNull();
  await change(sql`delete from charge_parts where charge_id = ${charge_id} and class_id = ${other}`);
  expect(await broken()).toBeNull();
  await change(sql`delete from charge_parts where charge_id = ${charge_id}`);
  expect(await broken()).toBeNull();
});

test('a bundle waits for the sessions of its classes, and says how many', async () => {
  const made = await makeInstructor(db(), { program_id });
  const classes = [];
  for (let n = 0; n < 3; n++)
    classes.push((await makeClass(db(), { instructor_id: made.id, program_id, is_bundle: n === 0 })).id);
  const [bundle = 0, ...parts] = classes;
  for (const [position, part] of parts.entries())
    await db().insertInto('bundle_classes').values({ bundle_id: bundle, class_id: part, position }).execute();
  await sell(db(), { class_id: bundle, instructor_id: made.id, charge_type: 'bundle_payment' });
  const listed = async () => {
    const { payouts } = await pageOfPayees(context(), { page: 1, user_id: made.id });
    return payouts.map(({ future_sessions, payout }) => [future_sessions, payout]);
  };
  expect(await listed()).toEqual([[null, 10]]);
  for (const class_id of parts) await makeSession(db(), { class_id, ...TOMORROW });
  expect(await listed()).toEqual([[2, 0]]);
  expect(await broken()).toBeNull();
});

test('a sale that was refunded whole is no sale that waits', async () => {
  const made = await makeInstructor(db(), { program_id });
  const sold = [];
  for (let n = 0; n < 2; n++) {
    const { id } = await makeClass(db(), { instructor_id: made.id, program_id });
    await makeSession(db(), { class_id: id, ...TOMORROW });
    sold.push(await sell(db(), { class_id: id, instructor_id: made.id }));
  }
  const waitsFor = async () =>
    (await pageOfPayees(context(), { page: 1, user_id: made.id })).payouts.map((row) => row.future_sessions);
  expect(await waitsFor()).toEqual([null]);
  await makeRefund(db(), { charge_id: sold[0]?.id ?? 0, amount: 1000 });
  expect(await waitsFor()).toEqual([1]);
  expect(await broken()).toBeNull();
});

test('a sale that moves to another class or currency takes its lines along', async () => {
  const { id } = await sell(db());
  const { id: other } = await makeClass(db(), { instructor_id, program_id });
  await db().updateTable('charges').set({ class_id: other, currency: 'EUR' }).where('id', '=', id).execute();
  expect(await broken()).toBeNull();
});

test('what differs is named: who, where, and both amounts', async () => {
  expect(await broken()).toBeNull();
  const undone = new Error('undone');
  const wrong = database()
    .owner.transaction()
    .execute(async (trx) => {
      await sql`insert into payee_balances (payee, currency, scope_program_id, class_id, parts, held, override, lines, amount)
        values (${instructor_id * 2}, 'JPY', ${program_id}, ${class_id}, '{}', true, null, 1, 7)`.execute(
        trx,
      );
      const { broken: found } = await verifyBalances(system(trx));
      expect(found).toBe(
        `Ada Byron (payee ${instructor_id * 2}), JPY, program ${program_id}, class ${class_id}, on hold: JPY 7 of 1 lines kept, JPY 0 of 0 lines open`,
      );
      throw undone;
    });
  await expect(wrong).rejects.toBe(undone);
});

test('what was written past the triggers is summed anew by the owner alone', async () => {
  await database()
    .owner.transaction()
    .execute(async (trx) => {
      await sql`alter table charge_lines disable trigger user`.execute(trx);
      await sell(trx);
      await sql`set constraints all immediate`.execute(trx);
      await sql`alter table charge_lines enable trigger user`.execute(trx);
    });
  expect(await broken()).not.toBeNull();
  await expect(sql`select sum_payee_balances()`.execute(db())).rejects.toMatchObject({ code: '42501' });
  await sql`select sum_payee_balances()`.execute(database().owner);
  expect(await broken()).toBeNull();
});
