/** Lines are paid once, as they stand, and are nobody's to change afterwards: whoever asks, however many at once. */
import fc from 'fast-check';
import { sql, type Updateable } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Charges } from '../../../server/db/types.ts';
import { makeAdmin, makeClass, makeInstructor, makeProgram, makeSession } from '../../../test/factories.ts';
import { giveMethod, payAll, settle } from '../../../test/models/paying.ts';
import { makeCharge, makeRefund } from '../../../test/rows/charges.ts';
import { linesOf, setRows } from '../../../test/rows/commission-groups.ts';
import { system } from '../../../test/system.ts';
import { useDatabase } from '../../../test/use-database.ts';
import type { Rules } from '../../money-settings/rules.ts';
import { refundCharge } from '../../transactions/refunds/server/refunds.ts';
import { recordCharge } from '../../transactions/server/charges.ts';
import { payeeId } from '../rules.ts';
import { paySales, previewSales } from './pay-sales.ts';
import { pageOfPayees } from './payees/payees.ts';

const database = useDatabase();
const db = () => database().everything;

let program: number;
let instructor: number;
let class_id: number;
let admin_id: number;

beforeEach(async () => {
  await rule({ payout_approval: false, hold_days: 0, minimum: {} });
  program = (await makeProgram(db())).id;
  instructor = (await makeInstructor(db(), { program_id: program })).id;
  class_id = (await makeClass(db(), { instructor_id: instructor, program_id: program })).id;
  admin_id = (await makeAdmin(db(), { permissions: ['superadmin'] })).id;
  await giveMethod(db(), instructor);
  await setRows(db(), 'instructor', instructor, [
    { type: 0, commission: 10 },
    { type: 1, commission: 20 },
  ]);
});

const context = () => ({
  ...system(db(), { admin_id }),
  platform: { ...system(db()).platform, database: database() },
});
const usd = (user_id = instructor) => payeeId({ user_id, program_id: null }, 'USD');
const site = payeeId({ user_id: null, program_id: null }, 'USD');
const ofProgram = () => payeeId({ user_id: null, program_id: program }, 'USD');

/** 100.00: 10 of the site, 20 of the program, 70 of the instructor. */
async function sell(values: { class_id?: number } & Updateable<Charges> = {}): Promise<{ id: number }> {
  const { class_id: of = class_id, ...rest } = values;
  const id = await recordCharge(system(db()), { class_id: of, amount: 10_000, currency: 'USD' });
  if (Object.keys(rest).length > 0)
    await db().updateTable('charges').set(rest).where('id', '=', id).execute();
  return { id };
}
const preview = async (...ids: number[]) => previewSales(context(), ids);
const payoutsOf = (batch: number) =>
  db().selectFrom('payouts').selectAll().where('batch_id', '=', batch).orderBy('id').execute();
async function rule(change: Partial<Rules>): Promise<void> {
  await sql`update settings set value = jsonb_set(value, '{rules}', value -> 'rules' || ${JSON.stringify(change)}::jsonb)
    where name = 'money'`.execute(db());
}

test('instructor, program and site are paid by one press, each line once', async () => {
  const charge = await sell();
  const batch = await paySales(context(), { ids: [usd(), site, ofProgram()] });
  const paid = await payoutsOf(batch);
  expect(
    paid.map(({ user_id, program_id, amount, method, state, lines }) => [
      user_id ?? program_id,
      amount,
      method,
      state,
      lines,
    ]),
  ).toEqual([
    [instructor, 7000, 'venmo', 'made', 1],
    [null, 1000, 'none', 'made', 1],
    [program, 2000, 'none', 'made', 1],
  ]);
  const lines = await db()
    .selectFrom('charge_lines')
    .select(['paid', 'payout_id'])
    .where('charge_id', '=', charge.id)
    .orderBy('type')
    .execute();
  expect(lines.map(({ paid: amount, payout_id }) => [amount, payout_id])).toEqual([
    [1000, paid[1]?.id],
    [2000, paid[2]?.id],
    [7000, paid[0]?.id],
  ]);
  await expect(paySales(context(), { ids: [usd()] })).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/\(USD\): Nothing to pay$/),
  });
});

test('what was refunded before is off it, what is refunded afterwards is a debt of the next payout', async () => {
  const first = await sell();
  await makeRefund(db(), { charge_id: first.id, amount: 500 });
  const [before] = (await preview(site)).payees;
  expect(before).toMatchObject({ lines_amount: 5, debts: 0, amount: 5 });
  expect(await payAll(db(), {}, 'USD')).toMatchObject({ amount: 500 });
  await refundCharge(context(), { charge_id: first.id, amount: 9500 });
  expect((await preview(site)).payees[0]).toMatchObject({
    lines: 0,
    debts: -5,
    amount: 0,
    against: ['nothing'],
  });
  await sell();
  expect((await preview(site)).payees[0]).toMatchObject({ lines: 1, lines_amount: 10, debts: -5, amount: 5 });
  expect(await payAll(db(), {}, 'USD')).toMatchObject({ amount: 500 });
  const open = db()
    .selectFrom('payout_adjustments')
    .select('id')
    .where('payout_id', 'is', null)
    .where('user_id', 'is', null)
    .where('program_id', 'is', null);
  expect(await open.execute()).toEqual([]);
});

describe('what is not paid says why', () => {
  test('pending lines, held and disputed charges, those within the days of hold, below the minimum, without a method', async () => {
    await sell();
    const later = await makeClass(db(), { instructor_id: instructor, program_id: program });
    await makeSession(db(), { class_id: later.id, start_at: in_(1), end_at: in_(2) });
    await sell({ class_id: later.id });
    await sell({ held: 'over_100' });
    await sell({ disputed_at: new Date().toISOString() });
    expect((await preview(usd())).payees[0]).toMatchObject({
      lines: 1,
      amount: 70,
      against: ['pending', 'held'],
      payable: 1,
    });
    await rule({ hold_days: 1, payout_approval: true, minimum: { USD: 7001 } });
    expect((await preview(usd())).payees[0]).toMatchObject({
      amount: 0,
      against: ['pending', 'held', 'on_hold', 'nothing'],
      payable: 0,
    });
    await rule({ hold_days: 0 });
    expect((await preview(usd())).payees[0]?.against).toEqual([
      'pending',
      'held',
      'below_minimum',
      'needs_approval',
    ]);
    await rule({ minimum: { USD: 7000 } });
    expect((await preview(usd())).payees[0]).toMatchObject({ payable: 1 });
    await db()
      .updateTable('payment_settings')
      .set({ paid_by: null })
      .where('user_id', '=', instructor)
      .execute();
    expect((await preview(usd())).payees[0]).toMatchObject({
      method: null,
      against: ['no_method', 'new_account', 'pending', 'held', 'needs_approval'],
      payable: 0,
    });
  });

  test('the list, its count and what paying takes agree on who can be paid', async () => {
    const sellOf = async (paid_by: string, fields: object, name = 'Ada') => {
      const { id } = await makeInstructor(db(), { program_id: program, first_name: name });
      const { id: of } = await makeClass(db(), { instructor_id: id, program_id: program });
      await db()
        .insertInto('payment_settings')
        .values({ user_id: id, paid_by, fields: JSON.stringify({ [paid_by]: fields }) })
        .execute();
      if (name !== 'New') await settle(db(), id);
      await sell({ class_id: of });
      return usd(id);
    };
    const bank = { full_name: 'Ada', account_currency: 'USD', country: 'US' };
    const incomplete = [
      await sellOf('venmo', {}),
      await sellOf('bank_deposit', bank),
      await sellOf('paypal', { user: '=1+1@example.com' }),
      await sellOf('venmo', { user: '@ada' }, '=Ada'),
    ];
    await sellOf('venmo', { user: '@ada' });
    await sellOf('venmo', { user: '@ada' }, 'New');
    await sell();
    await rule({ minimum: { USD: 5000 } });
    const list = async (filter: object) => {
      const { payouts, count } = await pageOfPayees(context(), { page: 1, currency: 'USD', ...filter });
      expect(count).toBe(payouts.length);
      expect((await pageOfPayees(context(), { page: 9, currency: 'USD', ...filter })).count).toBe(count);
      return payouts;
    };
    const check = async () => {
      const { payees } = await preview(...(await list({})).map(({ id }) => id));
      const payable = payees.filter((one) => one.payable === 1).map(({ id }) => id);
      expect(new Set((await list({ payable: '1' })).map(({ id }) => id))).toEqual(new Set(payable));
      expect((await list({ payable: '0' })).length).toBe(payees.length - payable.length);
      const without = await list({ without_method: '1' });
      expect(without.map(({ id }) => id)).toEqual(expect.arrayContaining(incomplete));
      expect(without).not.toContainEqual(
        expect.objectContaining({ method_fault: null, pay_to_id: instructor }),
      );
      return payable;
    };
    const payable = await check();
    expect(payable).toContain(usd());
    await db()
      .updateTable('programs')
      .set({ program_display_name: '=Odd' })
      .where('id', '=', program)
      .execute();
    await rule({ minimum: {} });
    expect(await check()).not.toContain(ofProgram());
    const known = await list({ without_method: '1' });
    expect(known.find(({ id }) => id === incomplete[1])).toMatchObject({
      paid_by: 'bank_deposit',
      method_fault: 'IBAN or Account number missing',
    });
  });

  test('of several, those who can be paid are, and the others stand in the batch with the reason', async () => {
    await sell();
    const nobody = await makeInstructor(db(), { first_name: 'Bo', last_name: 'Nobody', program_id: program });
    await makeCharge(db(), { class_id, instructor_id: nobody.id, program_id: program, amount: 500 });
    const batch = await paySales(context(), { ids: [usd(nobody.id), usd()] });
    expect((await payoutsOf(batch)).map(({ user_id }) => user_id)).toEqual([instructor]);
    const { held } = await db()
      .selectFrom('payout_batches')
      .select('held')
      .where('id', '=', batch)
      .executeTakeFirstOrThrow();
    expect(held).toEqual([
      { payee: 'Bo Nobody', currency: 'USD', amount: 5, reason: 'Payout details incomplete' },
    ]);
    await expect(paySales(context(), { ids: [usd(nobody.id)] })).rejects.toMatchObject({
      status: 400,
      message: 'Bo Nobody (USD): Payout details incomplete',
    });
    await expect(paySales(context(), { ids: [2_000_000_001] })).rejects.toMatchObject({ status: 400 });
  });

  test('a fingerprint of before: nothing is paid, and the answer is the new preview', async () => {
    await sell();
    const { fingerprint } = await preview(usd());
    await sell();
    const refused = paySales(context(), { ids: [usd()], fingerprint });
    await expect(refused).rejects.toMatchObject({
      status: 409,
      details: { preview: { payees: [{ lines: 2 }] } },
    });
    const next = await preview(usd());
    expect(await paySales(context(), { ids: [usd()], fingerprint: next.fingerprint })).toBeGreaterThan(0);
  });

  test('another account since it was looked at is another fingerprint', async () => {
    await sell();
    const { fingerprint } = await preview(usd());
    await sql`update payment_settings set fields = '{"venmo": {"user": "@thief"}}' where user_id = ${instructor}`.execute(
      db(),
    );
    await expect(paySales(context(), { ids: [usd()], fingerprint })).rejects.toMatchObject({ status: 409 });
  });
});

test('fifty at once of overlapping payees, beside refunds: no line in two payouts, none lost', async () => {
  const others = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { id } = await makeInstructor(db(), { program_id: program });
      await giveMethod(db(), id);
      return id;
    }),
  );
  const charges = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      makeCharge(db(), {
        class_id,
        instructor_id: others[n % 4] ?? 0,
        program_id: program,
        amount: 1000 + n,
      }),
    ),
  );
  const ids = others.map((id) => usd(id));
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 50 }, (_, n) =>
      paySales(context(), { ids: [ids[n % 4] ?? 0, ids[(n + 1) % 4] ?? 0] }),
    ),
    ...charges.map(({ id }) => refundCharge(context(), { charge_id: id, amount: 100 })),
  ]);
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
  expect(refused.filter((message) => !message.endsWith('Nothing to pay'))).toEqual([]);
  const { rows } = await sql<{ earned: number; paid: number; owed: number; lines: number }>`
    select sum(l.amount - l.refunded)::integer as earned, sum(l.paid)::integer as paid,
      count(*) filter (where l.payout_id is null)::integer as lines,
      (select coalesce(sum(a.amount), 0)::integer from payout_adjustments a where a.user_id = any (${others}::integer[])) as owed
    from charge_lines l where l.user_id = any (${others}::integer[])`.execute(db());
  expect(rows[0]?.lines).toBe(0);
  expect(rows[0]?.earned).toBe((rows[0]?.paid ?? 0) + (rows[0]?.owed ?? 0));
});

test('whatever was sold, refunded, forced and held: what is paid is what a plain sum says', async () => {
  const line = fc.record({
    amount: fc.integer({ min: 0, max: 100_000 }),
    refunded: fc.integer({ min: 0, max: 100 }),
    override: fc.constantFrom(null, '1', '-1'),
    ahead: fc.boolean(),
    held: fc.constantFrom(null, 'over_100', 'disputed'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 8 }),
      fc.integer({ min: -50_000, max: 50_000 }),
      async (lines, beside) => {
        const { id } = await makeInstructor(db(), { program_id: program });
        await giveMethod(db(), id);
        const later = await makeClass(db(), { instructor_id: id, program_id: program });
        await makeSession(db(), { class_id: later.id, start_at: in_(1), end_at: in_(2) });
        let expected = beside;
        for (const { amount, refunded, override, ahead, held } of lines) {
          const charge = await makeCharge(db(), {
            class_id: ahead ? later.id : class_id,
            instructor_id: id,
            program_id: program,
            lines: [{ type: 4, amount }],
            ...(held === 'disputed' ? { disputed_at: new Date().toISOString() } : { held }),
          });
          const back = Math.floor((amount * refunded) / 100);
          if (back > 0) await makeRefund(db(), { charge_id: charge.id, amount: back });
          await db()
            .updateTable('charge_lines')
            .set({ override })
            .where('charge_id', '=', charge.id)
            .execute();
          const active = override === '1' || (override === null && !ahead);
          if (active && held === null) expected += amount - back;
        }
        if (beside !== 0)
          await db()
            .insertInto('payout_adjustments')
            .values({
              user_id: id,
              currency: 'USD',
              amount: beside,
              kind: beside < 0 ? 'refund' : 'refund_undone',
            })
            .execute();
        const paid = await payAll(db(), { user_id: id }, 'USD');
        expect(paid?.amount ?? 0).toBe(Math.max(0, expected));
      },
    ),
    { numRuns: 25 },
  );
});

test.each([
  [
    'its amount',
    sql`update charge_lines set amount = amount - 1, divided = divided - 1 where payout_id is not null`,
  ],
  ['what was paid of it', sql`update charge_lines set paid = paid - 1 where payout_id is not null`],
  [
    'its payee',
    sql`update charge_lines set user_id = null, type = 0, row_id = 5 where payout_id is not null and type = 4`,
  ],
  ['its payout', sql`update charge_lines set payout_id = null, paid = null where payout_id is not null`],
  ['its existence', sql`delete from charge_lines where payout_id is not null`],
])('a paid line keeps %s', async (_, change) => {
  const charge = await sell();
  await payAll(db(), { user_id: instructor }, 'USD');
  const before = await linesOf(db(), charge.id);
  await expect(change.execute(db())).rejects.toMatchObject({ constraint: 'charge_lines_paid' });
  expect(await linesOf(db(), charge.id)).toEqual(before);
});

test.each([
  ['amount', sql`update payouts set amount = amount + 1 where batch_id is not null`, 'payouts_one_way'],
  ['state', sql`update payouts set state = 'proposed' where batch_id is not null`, 'payouts_one_way'],
  ['existence', sql`delete from payouts where batch_id is not null`, 'payouts_one_way'],
  [
    'a batch its file',
    sql`update payout_batches set state = 'cancelled', decided_at = now(), decided_by = created_by`,
    'payout_batches_once',
  ],
])('a payout keeps its %s', async (_, change, constraint) => {
  await sell();
  await payAll(db(), { user_id: instructor }, 'USD');
  await expect(change.execute(db())).rejects.toMatchObject({ constraint });
});

function in_(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}
