/** What is kept of sales by program, currency and day: where hands meet, where a sale moves, and where rows are folded. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { makeCharge, makePayout, makeRefund } from '../../../test/rows/charges.ts';
import { linesOf } from '../../../test/rows/commission-groups.ts';
import { system } from '../../../test/system.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { foldSales } from './fold-sales.job.ts';
import type { TransactionFilter } from './transaction-filter.ts';
import { sumsOf } from './transaction-sums.ts';
import { verifySales } from './verify-sales.ts';

const database = useDatabase();
const db = () => database().everything;

let programs: number[] = [];
let instructor_id: number;
let class_id: number;

beforeAll(async () => {
  programs = [(await makeProgram(db())).id, (await makeProgram(db())).id];
  instructor_id = (await makeInstructor(db(), { program_id: programs[0] })).id;
  class_id = (await makeClass(db(), { instructor_id, program_id: programs[0] })).id;
});

const broken = async () => (await verifySales(db())).broken;
const sell = (on: Db, values: object = {}) =>
  makeCharge(on, {
    class_id,
    instructor_id,
    program_id: programs[0],
    currency: 'USD',
    amount: 1000,
    ...values,
  });

async function sellPaid(values: object = {}) {
  const { id, currency } = await sell(db(), values);
  await pay(db(), id, currency);
  return id;
}

async function pay(on: Db, id: number, currency = 'USD') {
  const lines = (await linesOf(on, id)).map((line) => line.id);
  await makePayout(on, { lines, currency, user_id: instructor_id });
}

const FILTER: TransactionFilter = {
  class_name: '',
  instructor_name: '',
  student_name: '',
  program_id: 0,
  dates: '',
  currency: '',
  source: '',
  in_trouble: '',
  to_return: '',
};

test('a sale that moves to another day, program or currency takes payouts and refunds along', async () => {
  const id = await sellPaid({ created_at: '2020-01-31T23:59:59.999Z' });
  await makeRefund(db(), { charge_id: id, amount: 300, succeeded_at: '2020-02-01T00:00:00.000Z' });
  expect(await broken()).toBeNull();
  for (const moved of [
    { created_at: '2020-02-01T00:00:00.000Z' },
    { program_id: programs[1] ?? 0 },
    { currency: 'EUR' },
  ]) {
    await db().updateTable('charges').set(moved).where('id', '=', id).execute();
    expect(await broken(), JSON.stringify(moved)).toBeNull();
  }
  const { sums } = await sumsOf(system(db()), { ...FILTER, program_id: programs[1] ?? 0 });
  expect(sums).toEqual([{ currency: 'EUR', sold: 10, refunded: 3, paid_out: 7, open: 0 }]);
});

const setDay = (on: Db, id: number) =>
  sql`update charges set created_at = created_at - interval '3 days' where id = ${id}`.execute(on);
const refund = (on: Db, id: number) => makeRefund(on, { charge_id: id, amount: 100 });

test.each([
  ['a sale that moves beside a refund of what was paid out', setDay, refund],
  ['a refund of what was paid out beside a sale that moves', refund, setDay],
  ['a sale that moves beside a payout of it', setDay, pay],
  ['a payout of a sale beside its move', pay, setDay],
])('%s: one waits for the other, and each counts once', async (_, first, second) => {
  const isPaid = first === refund || second === refund;
  const id = isPaid ? await sellPaid() : (await sell(db())).id;
  const holding = await db().startTransaction().execute();
  await first(holding, id);
  const waiting = second(db(), id);
  await untilWaiting(database().owner);
  await holding.commit().execute();
  await waiting;
  expect(await broken()).toBeNull();
});

test('folding leaves a row of the day and one of the month, and no sum changes', async () => {
  const created_at = '2019-05-17T12:00:00.000Z';
  for (let n = 0; n < 3; n++) await sell(db(), { created_at, amount: 70 + n, currency: 'JPY' });
  const before = await sumsOf(system(db()), FILTER);
  while ((await foldSales(db())) > 0);
  const { rows } = await sql<{ span: string; day: string; sales: number; sold: number }>`
    select span, day::text as day, sales, sold from sale_sums where day between '2019-05-01' and '2019-05-31' order by span`.execute(
    db(),
  );
  expect(rows).toEqual([
    { span: 'day', day: '2019-05-17', sales: 3, sold: 213 },
    { span: 'month', day: '2019-05-01', sales: 3, sold: 213 },
  ]);
  expect(await sql`select from sale_changes`.execute(db()).then((found) => found.rows)).toEqual([]);
  expect(await sumsOf(system(db()), FILTER)).toEqual(before);
  expect(await broken()).toBeNull();
});

test('who would fold beside another leaves it to that one, and waits for no row', async () => {
  await sell(db());
  const folding = await db().startTransaction().execute();
  expect(await foldSales(folding)).toBeGreaterThan(0);
  expect(await foldSales(db())).toBe(0);
  await sell(db());
  await folding.commit().execute();
  expect(await broken()).toBeNull();
});

test('many who sell, pay, refund and fold at once wait for no circle of each other, and lose nothing', async () => {
  const paid = await Promise.all(Array.from({ length: 4 }, () => sellPaid()));
  await Promise.all(
    Array.from({ length: 48 }, (_, n) => {
      if (n % 4 === 0) return foldSales(db());
      if (n % 4 === 1) return makeRefund(db(), { charge_id: paid[(n >> 2) % 4] ?? 0, amount: 10 });
      return n % 4 === 2 ? sell(db(), { amount: n }) : sellPaid({ amount: n });
    }),
  );
  expect(await broken()).toBeNull();
});

/** Days from the end of one year to the spring of the next. */
const day = fc.integer({ min: 0, max: 130 }).map((n) => new Date(Date.UTC(2021, 10, 20 + n)).toISOString());
const sale = fc.record({
  sold: day,
  returned: fc.option(day),
  isPaid: fc.boolean(),
  program: fc.nat(1),
  currency: fc.constantFrom('USD', 'JPY'),
});

/** One month, two, a year, months with days at both ends, days of two months, all. */
const SPANS: [string, string][] = [
  ['2021-12-01', '2021-12-31'],
  ['2021-12-01', '2022-01-31'],
  ['2021-01-01', '2021-12-31'],
  ['2021-11-30', '2022-02-01'],
  ['2021-12-31', '2022-01-01'],
  ['0001-01-01', '9999-12-31'],
];

test('whatever the days and the program, the kept sums are those of the charges', async () => {
  const sales = fc.sample(sale, inDepth(30, 300));
  for (const [index, { sold, returned, isPaid, program, currency }] of sales.entries()) {
    const values = { created_at: sold, currency, program_id: programs[program] };
    const charge_id = isPaid ? await sellPaid(values) : (await sell(db(), values)).id;
    if (returned !== null) await makeRefund(db(), { charge_id, amount: 100, succeeded_at: returned });
    // The later half is not folded yet.
    if (index === sales.length >> 1) while ((await foldSales(db())) > 0);
  }
  const asked = fc.record({
    program: fc.option(fc.nat(1)),
    days: fc.option(fc.tuple(day, day)),
    currency: fc.constantFrom('', 'JPY'),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ program, days, currency }) => {
      const dates = (days ?? [])
        .map((one) => one.slice(0, 10))
        .toSorted()
        .join(',');
      const filter = {
        ...FILTER,
        program_id: program === null ? 0 : (programs[program] ?? 0),
        dates,
        currency,
      };
      expect(await sumsOf(system(db()), filter)).toEqual(await sumsOf(system(db()), filter, 'charges'));
    }),
    {
      numRuns: inDepth(40, 1000),
      examples: SPANS.map((days): [{ program: null; days: [string, string]; currency: '' }] => [
        { program: null, days, currency: '' },
      ]),
    },
  );
});

test('what differs is named: which day, whose, what, and both amounts', async () => {
  const undone = new Error('undone');
  const wrong = database()
    .owner.transaction()
    .execute(async (trx) => {
      await sql`insert into sale_changes (program_id, currency, day, paid_out)
        values (${programs[0]}, 'JPY', '2001-02-03', 7)`.execute(trx);
      expect((await verifySales(trx)).broken).toBe(
        `Sales of the day 2001-02-03, program ${programs[0]}, JPY, paid out: JPY 7 kept, JPY 0 booked`,
      );
      throw undone;
    });
  await expect(wrong).rejects.toBe(undone);
});

test('a month that differs from its days is named', async () => {
  const undone = new Error('undone');
  await sell(db(), { created_at: '2018-07-07T00:00:00.000Z' });
  while ((await foldSales(db())) > 0);
  const wrong = database()
    .owner.transaction()
    .execute(async (trx) => {
      await sql`update sale_sums set sales = 5 where span = 'month' and day = '2018-07-01'`.execute(trx);
      expect((await verifySales(trx)).broken).toBe(
        `Sales of the month 2018-07-01, program ${programs[0]}, USD, sales: 5 kept, 1 booked`,
      );
      throw undone;
    });
  await expect(wrong).rejects.toBe(undone);
});

test('what was written past the triggers is summed anew by the owner alone', async () => {
  await database()
    .owner.transaction()
    .execute(async (trx) => {
      await sql`alter table charges disable trigger user`.execute(trx);
      await sell(trx);
      await sql`set constraints all immediate`.execute(trx);
      await sql`alter table charges enable trigger user`.execute(trx);
    });
  expect(await broken()).not.toBeNull();
  await expect(sql`select sum_sales()`.execute(db())).rejects.toMatchObject({ code: '42501' });
  await sql`select sum_sales()`.execute(database().owner);
  expect(await broken()).toBeNull();
});
