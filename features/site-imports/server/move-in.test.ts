/** History that is moved in: each row once, divided as then, and never paid again where it was. Specification: Sites, moving in. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import {
  makeClass,
  makeInstructor,
  makeProgram,
  makeSiteKey,
  makeSiteUser,
} from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { payAll } from '../../../test/models/paying.ts';
import { moveFile } from '../../../test/moved-files.ts';
import { setRows } from '../../../test/rows/commission-groups.ts';
import { inDays, makeEvent } from '../../../test/rows/events.ts';
import { makeSoldClass } from '../../../test/rows/sold-classes.ts';
import { system } from '../../../test/system.ts';
import { splitCharges } from '../../commissions/server/split.ts';
import { refundCharge } from '../../transactions/refunds/server/refunds.ts';
import type { MovedKind } from '../rules.ts';

const app = useTestApp({ siteCallsPerMinute: 100_000 });
const db = () => app().platform.database.everything;

let program: number;
let class_id: number;
let instructor: number;
let referrer: number;
let email: string;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  class_id = await makeSoldClass(db(), program, { class_name: `Engines ${crypto.randomUUID()}` });
  const { instructor_id } = await db()
    .selectFrom('classes')
    .select('instructor_id')
    .where('id', '=', class_id)
    .executeTakeFirstOrThrow();
  instructor = instructor_id ?? 0;
  referrer = (await makeSiteUser(db(), { program_id: program })).id;
  email = (await makeSiteUser(db(), { program_id: program })).email;
  await setRows(db(), 'instructor', instructor, [
    { type: 0, commission: 12.5 },
    { type: 1, commission: 10 },
    { type: 2, commission: 7.25, referrer_id: referrer },
  ]);
  await sql`update commission_rows set created_at = '2001-01-01' where owner_id = ${instructor} and level = 2`.execute(
    db(),
  );
});

const move = (
  text: string,
  more: { dry_run?: boolean; paid_out_before?: string } = {},
  kind: MovedKind = 'charges',
) => moveFile(app().platform, { kind, program_id: program, text, ...more });

const HEADER = 'reference,occurred_at,email,class,amount,currency,paid_out_at\n';
const charges = () =>
  db().selectFrom('charges').selectAll().where('site_program_id', '=', program).orderBy('id').execute();
const linesOf = (charge_id: number) =>
  db().selectFrom('charge_lines').selectAll().where('charge_id', '=', charge_id).orderBy('type').execute();
const payoutsOf = (user_id: number) =>
  db().selectFrom('payouts').selectAll().where('user_id', '=', user_id).orderBy('id').execute();

describe('a sale', () => {
  test('is booked once, as it was then, and its buyer enrolled', async () => {
    // As rows stood then, not as they stand now.
    await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 90 }]);
    const file = `${HEADER}a-1,2024-03-01 10:00:00,${email.toUpperCase()},${class_id},"1,049.99",usd,\n`;
    expect(await move(file)).toMatchObject({ created: 1, unchanged: 0, rejected: 0, reasons: [] });
    expect(await move(file)).toMatchObject({ created: 0, unchanged: 1, rejected: 0 });
    const [charge, ...more] = await charges();
    expect(more).toEqual([]);
    expect(charge).toMatchObject({
      amount: 104_999,
      source: 'import',
      class_id,
      created_at: '2024-03-01T10:00:00.000Z',
    });
    const lines = await linesOf(charge?.id ?? 0);
    expect(lines.map(({ type, amount }) => [type, amount])).toEqual([
      [0, 13_125],
      [1, 10_500],
      [2, 7612],
      [4, 73_762],
    ]);
    const enrolled = await db()
      .selectFrom('class_users')
      .selectAll()
      .where('class_id', '=', class_id)
      .execute();
    expect(enrolled).toMatchObject([{ source: 'import', charge_id: charge?.id }]);
    const { body } = await (await app().as({ permissions: ['superadmin'] }))(
      'GET',
      `transactions?id=${charge?.id}`,
    );
    expect(JSON.stringify(body)).toContain('1049.99');
  });

  test('with another body, an unknown buyer or class, or a broken cell is rejected by its line', async () => {
    const other = await makeSoldClass(db(), (await makeProgram(db())).id, { class_name: 'Of another' });
    const row = (reference: string, cells: string) => `${reference},2024-03-01,${cells},\n`;
    const good = `${email},${class_id},10,USD`;
    const file = [
      HEADER,
      row('b-1', good),
      row('b-1', `${email},${class_id},11,USD`),
      row('b-2', `nobody@nowhere.example,${class_id},10,USD`),
      row('b-3', `${email},${other},10,USD`),
      row('b-4', `${email},Of another,10,USD`),
      row('b-5', `${email},${class_id},ten,USD`),
      row('b-6', `${email},${class_id},10,XYZ`),
      row('', good),
      row('b-7', `${email},${class_id},,USD`),
      'b-8,yesterday,,,1,USD,\n',
      'b-9,2024-03-01,"broken,10,USD,\n',
    ].join('');
    const { reasons, ...moved } = await move(file);
    expect(moved).toMatchObject({ created: 1, unchanged: 0, rejected: 10 });
    expect(reasons).toEqual([
      'line 3: amount: This reference was reported with another value (REFERENCE_TAKEN)',
      'line 4: email: There is no user nobody@nowhere.example',
      `line 5: class: This program does not sell a class "${other}"`,
      'line 6: class: This program does not sell a class "Of another"',
      'line 7: amount: "ten" is not an amount in USD',
      expect.stringMatching(/^line 8: currency/),
      expect.stringMatching(/^line 9: reference/),
      'line 10: amount: is missing',
      expect.stringMatching(/^line 11: occurred_at: "yesterday" is not a moment/),
      expect.stringMatching(/^line 12: the row: /),
    ]);
    expect(await move(file, { dry_run: true })).toMatchObject({ created: 0, unchanged: 1, rejected: 10 });
  });

  test('of a dry run leaves nothing, and says what the run then does', async () => {
    const row = (n: number) =>
      `c-${n % 700},2024-03-01,${email},${class_id},${n < 700 ? 10 : 10 + (n % 2)},USD,\n`;
    const file = HEADER + Array.from({ length: 800 }, (_, n) => row(n)).join('');
    const dry = await move(file, { dry_run: true });
    expect(await charges()).toEqual([]);
    expect(dry).toMatchObject({ created: 700, unchanged: 50, rejected: 50 });
    expect(await move(file)).toEqual({ ...dry, id: expect.any(Number) });
  });

  test('of a file that two bring at once is booked and settled once', async () => {
    const rows = Array.from(
      { length: 30 },
      (_, n) => `x-${n},2024-03-01,,${class_id},10,USD,2024-04-0${1 + (n % 3)}\n`,
    );
    const both = await Promise.all([move(HEADER + rows.join('')), move(HEADER + rows.toReversed().join(''))]);
    expect(both.map(({ created, unchanged }) => created + unchanged)).toEqual([30, 30]);
    expect(both[0].created + both[1].created).toBe(30);
    expect(await payoutsOf(referrer)).toMatchObject([{ lines: 10 }, { lines: 10 }, { lines: 10 }]);
  });

  test('is known by its payment, whoever told it', async () => {
    const { site_key } = await makeSiteKey(db(), program);
    const user = await db()
      .selectFrom('site_users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const payment = `pi_${crypto.randomUUID()}`;
    const told = await app().call(
      'POST',
      '/api/site/charges',
      {
        reference: 'd-0',
        type: 'class',
        class_id,
        user_id: user.id,
        amount: 1000,
        currency: 'USD',
        provider: 'stripe',
        provider_ref: payment,
      },
      { authorization: `Bearer ${site_key}` },
    );
    expect(told.status).toBe(200);
    const { reasons } = await move(
      `id,PaymentIntent ID,email,class,amount,currency,status\nch_1,${payment},${email},${class_id},10,usd,Paid\nch_2,,${email},${class_id},10,usd,Failed\n`,
    );
    expect(reasons).toEqual([
      expect.stringMatching(/^line 2: PaymentIntent ID: .*\(PROVIDER_REF_TAKEN\)$/),
      'line 3: status: "Failed" is not a completed payment',
    ]);
  });

  test('of a class that is sold no longer is one all the same; what was given back is taken off', async () => {
    const { class_name } = await db()
      .updateTable('classes')
      .set({ del_flag: 1 })
      .where('id', '=', class_id)
      .returning('class_name')
      .executeTakeFirstOrThrow();
    await db().updateTable('class_programs').set({ active: 0 }).where('class_id', '=', class_id).execute();
    const file = `Order Number,Product Name,Amount,Amount Refunded\n1,${class_name},20,5\n2,${class_name},20,20\n`;
    const { reasons } = await move(file);
    expect(reasons).toEqual(['line 3: Amount Refunded: fully refunded']);
    expect(await charges()).toMatchObject([{ amount: 1500, currency: 'USD', student_id: null }]);
  });
});

describe('a sale that was paid out', () => {
  test('is settled by the day for every payee, in no batch, and nobody marks it otherwise', async () => {
    const file = `${HEADER}e-1,2024-03-01,${email},${class_id},100,USD,2024-04-01\ne-2,2024-03-02,,${class_id},40,USD,2024-04-01\n`;
    expect(await move(file)).toMatchObject({ created: 2 });
    const more = `${HEADER}e-3,2024-03-03,,${class_id},20,USD,2024-04-01\ne-4,2024-03-03,,${class_id},20,USD,\n`;
    expect(await move(more)).toMatchObject({ created: 2 });
    const [payout, ...others] = await payoutsOf(instructor);
    expect(others).toEqual([]);
    expect(payout).toMatchObject({
      amount: 7025 + 2810 + 1405,
      lines: 3,
      method: 'elsewhere',
      state: 'paid',
      paid_at: '2024-04-01T00:00:00.000Z',
      batch_id: null,
    });
    expect(await payoutsOf(referrer)).toMatchObject([{ amount: 725 + 290 + 145, lines: 3 }]);
    const open = await sql<{
      amount: number;
    }>`select amount from open_lines where payee = ${instructor * 2}`.execute(db());
    expect(open.rows).toEqual([{ amount: 1405 }]);
    const staff = await app().as({ permissions: ['superadmin'] });
    const { body } = await staff('GET', 'payouts-history');
    expect(body.payouts.find(({ id }: { id: number }) => id === payout?.id)).toMatchObject({
      method: 'elsewhere',
    });
    const lines = await staff('GET', `payout/${payout?.id}/transactions`);
    expect(lines.body.count).toBe(3);
    for (const outcome of ['paid', 'return']) {
      const answer = await staff(
        'POST',
        `payout/${payout?.id}/${outcome}`,
        outcome === 'return' ? { reason: 'x' } : {},
      );
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(/settled elsewhere/)]);
    }
  });

  test('stays as it was when its rows change, and is a debt once it is given back', async () => {
    await move(`${HEADER}f-1,2024-03-01,${email},${class_id},100,USD,\n`, {
      paid_out_before: '2025-01-01T00:00:00.000Z',
    });
    const [charge] = await charges();
    const before = await linesOf(charge?.id ?? 0);
    expect(before.every(({ payout_id, paid, amount }) => payout_id !== null && paid === amount)).toBe(true);
    await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 50 }]);
    await db()
      .transaction()
      .execute((trx) => splitCharges(trx, { level: 'instructor', owner_id: instructor }));
    expect(await linesOf(charge?.id ?? 0)).toEqual(before);
    await refundCharge(system(db()), { charge_id: charge?.id ?? 0, amount: 10_000 });
    const debts = await db()
      .selectFrom('payout_adjustments')
      .selectAll()
      .where('user_id', '=', instructor)
      .execute();
    expect(debts).toMatchObject([{ amount: -7025, payout_id: null }]);
  });

  test('is rejected where its shares do not add up, before the sale, or in days to come; the others are booked', async () => {
    const lost = await makeInstructor(db(), { program_id: program });
    const { id: over } = await makeClass(db(), { instructor_id: lost.id, program_id: program });
    await setRows(db(), 'instructor', lost.id, [{ type: 0, commission: 60 }]);
    await setRows(db(), 'class', over, [{ type: 2, commission: 50, referrer_id: referrer }]);
    await sql`update commission_rows set created_at = '2001-01-01' where owner_id in (${lost.id}, ${over})`.execute(
      db(),
    );
    const { reasons, created } = await move(
      `${HEADER}g-1,2024-03-01,,${over},10,USD,2024-04-01\ng-2,2024-03-01,,${class_id},10,USD,2024-04-01\n` +
        `g-3,2024-03-01,,${class_id},10,USD,2024-02-01\ng-4,2024-03-01,,${class_id},10,USD,2199-01-01\ng-5,2024-03-01,,${over},10,USD,\n`,
    );
    expect(reasons).toEqual([
      'line 2: paid_out_at: The shares of this sale do not add up, so no payee can have been paid',
      'line 4: paid_out_at: is before the sale',
      'line 5: paid_out_at: is in the future',
    ]);
    expect(created).toBe(2);
    expect(await payoutsOf(lost.id)).toEqual([]);
  });
});

test('of any history, what payees earned is what was told, and nobody is paid twice', async () => {
  const sale = fc.record({
    amount: fc.integer({ min: 0, max: 200_000 }),
    currency: fc.constantFrom('USD', 'EUR', 'JPY'),
    day: fc.integer({ min: 1, max: 28 }),
    paid: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 40 }), async (sales) => {
      const own = await makeSoldClass(db(), program);
      const { instructor_id: payee } = await db()
        .selectFrom('classes')
        .select('instructor_id')
        .where('id', '=', own)
        .executeTakeFirstOrThrow();
      const major = (amount: number, currency: string) =>
        currency === 'JPY' ? String(amount) : (amount / 100).toFixed(2);
      const mark = crypto.randomUUID();
      const rows = sales.map(
        ({ amount, currency, day, paid }, n) =>
          `${mark}-${n},2024-03-${String(day).padStart(2, '0')},,${own},${major(amount, currency)},${currency},${paid ? `2024-05-0${paid}` : ''}\n`,
      );
      const cut = Math.floor(rows.length / 2);
      const twice = [HEADER + rows.slice(0, cut).join(''), HEADER + rows.join('')];
      for (const file of twice) expect((await move(file)).reasons).toEqual([]);
      const sums = () =>
        sql<{ currency: string; earned: number; paid: number; open: number }>`
          select c.currency, sum(l.amount)::bigint as earned, coalesce(sum(l.paid), 0)::bigint as paid,
            coalesce(sum(l.amount - l.refunded) filter (where l.payout_id is null), 0)::bigint as open
          from charge_lines l join charges c on c.id = l.charge_id
          where l.user_id = ${payee} group by 1 order by 1`.execute(db());
      const told = (isPaid: boolean | null) => (currency: string) =>
        sales
          .filter((one) => one.currency === currency && (isPaid === null || (one.paid !== null) === isPaid))
          .reduce((sum, { amount }) => sum + amount, 0);
      for (const { currency, earned, paid, open } of (await sums()).rows) {
        expect([currency, earned, paid, open]).toEqual([
          currency,
          told(null)(currency),
          told(true)(currency),
          told(false)(currency),
        ]);
        const elsewhere = (await payoutsOf(payee ?? 0)).filter((one) => one.currency === currency);
        expect(elsewhere.reduce((sum, { amount }) => sum + amount, 0)).toBe(paid);
        if (open > 0) await payAll(db(), { user_id: payee ?? 0 }, currency as 'USD');
      }
      const paidOut = new Map<string, number>();
      for (const { currency, amount } of await payoutsOf(payee ?? 0))
        paidOut.set(currency, (paidOut.get(currency) ?? 0) + amount);
      for (const [currency, amount] of paidOut) expect(amount).toBe(told(null)(currency));
    }),
    { numRuns: inDepth(6, 200) },
  );
});

test('places, attendances, coins and tickets are moved in by the same road, each once', async () => {
  const event = await makeEvent(db(), {
    program_id: program,
    start_at: inDays(-1),
    end_at: inDays(2),
    ticket_price: 150,
  });
  const files: [MovedKind, string][] = [
    ['enrolments', `reference,email,class\np-1,${email},${class_id}\np-2,${email},nothing\n`],
    [
      'attendances',
      `reference,email,class,type,date,seconds\ns-1,${email},${class_id},Live,2024-03-01 10:00,60\ns-2,${email},${class_id},seen,2024-03-01,\n`,
    ],
    ['coins', `reference,email,points,reason\nq-1,${email},"12,000.50",Years\nq-2,${email},1.234,Years\n`],
    ['tickets', `reference,email,event,quantity\nt-1,${email},${event.id},2\nt-2,${email},${event.id},0\n`],
  ];
  for (const [kind, file] of files) {
    expect([kind, await move(file, { dry_run: true }, kind)]).toMatchObject([
      kind,
      { created: 1, rejected: 1 },
    ]);
    expect([kind, await move(file, {}, kind)]).toMatchObject([
      kind,
      { created: 1, unchanged: 0, rejected: 1 },
    ]);
    expect([kind, await move(file, {}, kind)]).toMatchObject([
      kind,
      { created: 0, unchanged: 1, rejected: 1 },
    ]);
  }
  const user = await db()
    .selectFrom('site_users')
    .select(['id', 'lilt_balance'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(user.lilt_balance).toBe(1_200_050 - 300);
  const of = (table: 'attendances' | 'tickets' | 'class_users') =>
    db().selectFrom(table).select('id').where('user_id', '=', user.id).execute();
  expect([
    (await of('attendances')).length,
    (await of('tickets')).length,
    (await of('class_users')).length,
  ]).toEqual([1, 2, 1]);
});
