/** How charges are divided, on a real database: levels, codes, clashes, paid and refunded parts. */
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { splitAmount } from '../../../core/money.ts';
import type { Trx } from '../../../server/db/client.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { payAll } from '../../../test/models/paying.ts';
import { linesOf, setRows } from '../../../test/rows/commission-groups.ts';
import { system } from '../../../test/system.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { refundCharge } from '../../transactions/refunds/server/refunds.ts';
import { recordCharge } from '../../transactions/server/charges.ts';
import { splitCharges } from './split.ts';

const database = useDatabase();
const db = () => database().everything;

let program: number;
let instructor: number;
let classId: number;
let referrer: number;

beforeEach(async () => {
  program = (await makeProgram(db())).id;
  instructor = (await makeInstructor(db(), { program_id: program })).id;
  classId = (await makeClass(db(), { instructor_id: instructor, program_id: program })).id;
  referrer = (await makeSiteUser(db(), { program_id: program })).id;
  await setRows(db(), 'site', 0, []);
});

const sale = (amount: number, more: object = {}) =>
  recordCharge(system(db()), { class_id: classId, amount, currency: 'USD', ...more });
const resplit = (target: Parameters<typeof splitCharges>[1]) =>
  db()
    .transaction()
    .execute((trx: Trx) => splitCharges(trx, target));
const rowsOf = async (charge: number) =>
  (await db().selectFrom('charges').select('split_rows').where('id', '=', charge).executeTakeFirstOrThrow())
    .split_rows ?? [];
const amounts = async (charge: number) =>
  (await linesOf(db(), charge)).map(({ type, amount }) => [type, amount]);

describe('a sale', () => {
  test('pays the instructor everything where no row stands', async () => {
    expect(await amounts(await sale(4999))).toEqual([[4, 4999]]);
  });

  test('takes each type from the most specific level that holds it', async () => {
    await setRows(db(), 'site', 0, [{ type: 0, commission: 20 }]);
    await setRows(db(), 'program', program, [{ type: 1, commission: 10 }]);
    await setRows(db(), 'instructor', instructor, [{ type: 1, commission: 15 }]);
    await setRows(db(), 'class', classId, [{ type: 0, commission: 25 }]);
    expect(await amounts(await sale(10_000))).toEqual([
      [0, 2500],
      [1, 1500],
      [4, 6000],
    ]);
  });

  test('counts a code row only with its code, from the most specific level that holds the code', async () => {
    await setRows(db(), 'program', program, [
      { type: 3, commission: 5, referrer_id: referrer, code: 'FRIEND' },
    ]);
    await setRows(db(), 'instructor', instructor, [
      { type: 3, commission: 8, referrer_id: referrer, code: 'Friend' },
      { type: 3, commission: 9, referrer_id: referrer, code: 'OTHER' },
    ]);
    expect(await amounts(await sale(1000))).toEqual([[4, 1000]]);
    expect(await amounts(await sale(1000, { code: ' friend ' }))).toEqual([
      [3, 80],
      [4, 920],
    ]);
    expect(await amounts(await sale(1000, { code: 'nobody' }))).toEqual([[4, 1000]]);
  });

  test('gives the units left over to the largest remainders, ties to the lower type', async () => {
    await setRows(db(), 'instructor', instructor, [
      { type: 0, commission: 25 },
      { type: 1, commission: 25 },
      { type: 2, commission: 25, referrer_id: referrer },
    ]);
    expect(await amounts(await sale(101))).toEqual([
      [0, 26],
      [1, 25],
      [2, 25],
      [4, 25],
    ]);
    expect(await amounts(await sale(2))).toEqual([
      [0, 1],
      [1, 1],
      [2, 0],
      [4, 0],
    ]);
  });

  test('gives a unit left over to the larger remainder, not to the lower type', async () => {
    await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 14 }]);
    expect(await amounts(await sale(10))).toEqual([
      [0, 1],
      [4, 9],
    ]);
  });

  test('knows a code in any case and with spaces around it', async () => {
    await setRows(db(), 'instructor', instructor, [
      { type: 3, commission: 10, referrer_id: referrer, code: 'Spring' },
    ]);
    expect(await amounts(await sale(1000, { code: ' sPRING ' }))).toEqual([
      [3, 100],
      [4, 900],
    ]);
  });

  test('is held without lines where the levels clash, and divided by the save that resolves it', async () => {
    await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 60 }]);
    await setRows(db(), 'class', classId, [{ type: 1, commission: 50 }]);
    const charge = await sale(1000);
    expect(await amounts(charge)).toEqual([]);
    expect(await db().selectFrom('charges').select('held').where('id', '=', charge).execute()).toEqual([
      { held: 'over_100' },
    ]);
    await setRows(db(), 'class', classId, [{ type: 1, commission: 30 }]);
    expect(await resplit({ level: 'class', owner_id: classId, held: true })).toBe(1);
    expect(await amounts(charge)).toEqual([
      [0, 600],
      [1, 300],
      [4, 100],
    ]);
  });

  test('is held where a program row has no program to pay', async () => {
    const alone = await makeInstructor(db(), { program_id: null });
    const lonely = await makeClass(db(), { instructor_id: alone.id });
    await setRows(db(), 'class', lonely.id, [{ type: 1, commission: 10 }]);
    const charge = await sale(1000, { class_id: lonely.id });
    expect(await db().selectFrom('charges').select('held').where('id', '=', charge).execute()).toEqual([
      { held: 'no_program' },
    ]);
  });
});

describe('a recalculation', () => {
  test('leaves charges alone whose rows are the same', async () => {
    await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 30 }]);
    await sale(1000);
    expect(await resplit({ level: 'instructor', owner_id: instructor })).toBe(0);
  });

  test('sees the same rows in any order that they were kept in', async () => {
    await setRows(db(), 'instructor', instructor, [
      { type: 2, commission: 5, referrer_id: referrer },
      { type: 2, commission: 6, referrer_id: (await makeSiteUser(db(), { program_id: program })).id },
      { type: 0, commission: 30 },
    ]);
    const charge = await sale(1000);
    const kept = await rowsOf(charge);
    expect(kept).toHaveLength(3);
    for (const split_rows of [kept, kept.toReversed()]) {
      await db().updateTable('charges').set({ split_rows }).where('id', '=', charge).execute();
      expect(await resplit({ level: 'instructor', owner_id: instructor })).toBe(0);
    }
    await db()
      .updateTable('charges')
      .set({ split_rows: kept.slice(1) })
      .where('id', '=', charge)
      .execute();
    expect(await resplit({ level: 'instructor', owner_id: instructor })).toBe(1);
    expect(new Set(await rowsOf(charge))).toEqual(new Set(kept));
  });

  test('of 600 charges runs in the scope of a program that may make no temporary table', async () => {
    const other = await makeInstructor(db(), { program_id: (await makeProgram(db())).id });
    const foreign = await sale(1000, { class_id: (await makeClass(db(), { instructor_id: other.id })).id });
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`insert into charges (class_id, instructor_id, program_id, amount, currency)
          select ${classId}, ${instructor}, ${program}, 100 + n, 'USD' from generate_series(1, 600) n`.execute(
          trx,
        );
        await splitCharges(trx, { level: 'instructor', owner_id: instructor });
      });
    await setRows(db(), 'site', 0, [{ type: 0, commission: 33.33 }]);
    const owner = new pg.Client({ connectionString: database().urls.owner });
    await owner.connect();
    const temporary = (verb: string, to: string) =>
      owner.query(
        `do $$ begin execute format('${verb} temporary on database %I ${to} public', current_database()); end $$`,
      );
    await temporary('revoke', 'from');
    try {
      const changed = await database()
        .forProgram(program)
        .transaction()
        .execute((trx) => splitCharges(trx, { level: 'site', owner_id: 0 }));
      expect(changed).toBe(600);
    } finally {
      await temporary('grant', 'to');
      await owner.end();
    }
    expect(await amounts(foreign)).toEqual([[4, 1000]]);
    const { rows } = await sql<{ n: number; taken: number }>`
      select c.amount - 100 as n, l.amount as taken from charges c
      join charge_lines l on l.charge_id = c.id and l.type = 0
      where c.program_id = ${program}`.execute(db());
    const parts = [
      { type: 0, row_id: 1, hundredths: 3333 },
      { type: 4, row_id: 0, hundredths: 6667 },
    ];
    expect(rows).toHaveLength(600);
    for (const { n, taken } of rows) expect(taken).toBe(splitAmount(100 + n, parts)[0]);
  });

  test('re-divides what no payout holds and never a paid line', async () => {
    await setRows(db(), 'instructor', instructor, [
      { type: 0, commission: 20 },
      { type: 2, commission: 10, referrer_id: referrer },
    ]);
    const charge = await sale(10_000);
    await payAll(db(), { user_id: instructor }, 'USD');
    await setRows(db(), 'instructor', instructor, [
      { type: 0, commission: 30 },
      { type: 2, commission: 30, referrer_id: referrer },
    ]);
    expect(await resplit({ level: 'instructor', owner_id: instructor })).toBe(1);
    expect(await amounts(charge)).toEqual([
      [0, 1500],
      [2, 1500],
      [4, 7000],
    ]);
  });

  test('keeps what was refunded where it was refunded', async () => {
    await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 20 }]);
    const charge = await sale(10_000);
    await refundCharge(system(db()), { charge_id: charge, amount: 5000 });
    await setRows(db(), 'instructor', instructor, [{ type: 2, commission: 50, referrer_id: referrer }]);
    await resplit({ level: 'instructor', owner_id: instructor });
    const lines = await linesOf(db(), charge);
    expect(lines.map(({ type, amount, refunded }) => [type, amount, refunded])).toEqual([
      [0, 1000, 1000],
      [2, 2500, 0],
      [4, 6500, 4000],
    ]);
  });
});
