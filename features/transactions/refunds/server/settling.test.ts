/** A refund from its intent to whatever comes of it, and what the database refuses of it. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../../../server/context.ts';
import {
  makeClass,
  makeEnrolment,
  makeInstructor,
  makeProgram,
  makeSiteUser,
} from '../../../../test/factories.ts';
import { payAll } from '../../../../test/models/paying.ts';
import { linesOf, setRows } from '../../../../test/rows/commission-groups.ts';
import { system } from '../../../../test/system.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { recordCharge } from '../../server/charges.ts';
import type { Outcome } from './refund-types.ts';
import { refundCharge } from './refunds.ts';
import { type RequestedRefund, reserveRefund } from './reserve.ts';
import { settleRefund } from './settle.ts';

const database = useDatabase();
const db = () => database().everything;

let instructor: number;
let student: number;
let class_id: number;
let charge: number;

beforeEach(async () => {
  const program_id = (await makeProgram(db())).id;
  instructor = (await makeInstructor(db(), { program_id })).id;
  student = (await makeSiteUser(db(), { program_id })).id;
  class_id = (await makeClass(db(), { instructor_id: instructor, program_id })).id;
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 30 }]);
  charge = await sell(class_id, 10_000);
});

const sell = (id: number, amount: number) =>
  recordCharge(system(db()), { class_id: id, amount, currency: 'USD', student_id: student });
const reserve = (asked: Partial<RequestedRefund> = {}) =>
  transact(system(db()), (tx) =>
    reserveRefund(tx, {
      charge_id: charge,
      amount: 1000,
      cancel_registration: false,
      class_id: null,
      reason: '',
      ...asked,
    }),
  );
/** As the job does before it asks. */
const sending = (id: number) =>
  db().updateTable('refunds').set({ state: 'sending' }).where('id', '=', id).execute();
const settle = (id: number, outcome: Outcome) =>
  transact(system(db()), (tx) => settleRefund(tx, id, outcome));
const stateOf = async (id: number) =>
  (await db().selectFrom('refunds').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const standing = (of = charge) =>
  db().selectFrom('charges').select(['refunded', 'reserved']).where('id', '=', of).executeTakeFirstOrThrow();
const refundedOf = async (of = charge) => (await linesOf(db(), of)).map(({ refunded }) => refunded);
const adjustments = () =>
  db()
    .selectFrom('payout_adjustments')
    .select(['user_id', 'amount', 'kind'])
    .where((eb) => eb.or([eb('user_id', '=', instructor), eb('user_id', 'is', null)]))
    .orderBy('id')
    .execute();

describe('intent', () => {
  test('sets aside what is left, and no more, also by parts', async () => {
    const first = await reserve({ amount: 6000 });
    expect(await standing()).toEqual({ refunded: 0, reserved: 6000 });
    await expect(reserve({ amount: 4001 })).rejects.toMatchObject({
      status: 400,
      message: "Can't refund over the amount paid",
    });
    await reserve({ amount: 4000 });
    await sending(first);
    await settle(first, { state: 'failed', failure: 'no' });
    expect(await standing()).toEqual({ refunded: 0, reserved: 4000 });
    expect(await refundedOf()).toEqual([0, 0]);
    await reserve({ amount: 6000 });
    expect(await standing()).toEqual({ refunded: 0, reserved: 10_000 });
  });

  test('a hundred at once of one charge whose sum exceeds it: as many as fit', async () => {
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => reserve({ amount: 300 })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(33);
    const refusals = all.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as { status: number }] : [],
    );
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([400]));
    expect(await standing()).toEqual({ refunded: 0, reserved: 9900 });
  });

  test.each([0, -1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('%d is no amount', async (amount) => {
    await expect(reserve({ amount })).rejects.toMatchObject({ status: 400 });
  });
});

test('what has registered nobody has no registration to cancel', async () => {
  await db().updateTable('charges').set({ charge_type: 'event_payment' }).where('id', '=', charge).execute();
  await expect(reserve({ cancel_registration: true })).rejects.toMatchObject({
    details: { errors: [{ path: 'cancel_registration' }] },
  });
  await reserve();
});

describe('outcome', () => {
  test('success gives back in the ratio of what the lines hold, once', async () => {
    const id = await reserve({ amount: 1001 });
    await sending(id);
    expect(await settle(id, { state: 'succeeded', provider_refund: 're_1' })).toBe(true);
    expect(await standing()).toEqual({ refunded: 1001, reserved: 0 });
    expect(await refundedOf()).toEqual([300, 701]);
    for (const state of ['succeeded', 'pending', 'unknown'] as const)
      expect(await settle(id, { state })).toBe(false);
    expect(await refundedOf()).toEqual([300, 701]);
    expect(await adjustments()).toEqual([]);
  });

  test('a paid line keeps its amount: what it gives back is a debt, and comes again as a credit', async () => {
    await payAll(db(), { user_id: instructor }, 'USD');
    const id = await refundCharge(system(db()), { charge_id: charge, amount: 1000 });
    expect(await adjustments()).toEqual([{ user_id: instructor, amount: -700, kind: 'refund' }]);
    expect(await settle(id, { state: 'failed', failure: 'account closed' })).toBe(true);
    expect(await refundedOf()).toEqual([0, 0]);
    expect(await standing()).toEqual({ refunded: 0, reserved: 0 });
    expect(await adjustments()).toEqual([
      { user_id: instructor, amount: -700, kind: 'refund' },
      { user_id: instructor, amount: 700, kind: 'refund_undone' },
    ]);
    expect(await settle(id, { state: 'succeeded' })).toBe(false);
  });

  test('paid between refund and its late failure: what the payout lacked is a credit', async () => {
    const id = await refundCharge(system(db()), { charge_id: charge, amount: 1000 });
    expect((await payAll(db(), { user_id: instructor }, 'USD'))?.amount).toBe(6300);
    await settle(id, { state: 'failed', failure: 'account closed' });
    expect(await adjustments()).toEqual([{ user_id: instructor, amount: 700, kind: 'refund_undone' }]);
  });

  test('unknown keeps what was set aside until somebody knows', async () => {
    const id = await reserve();
    await sending(id);
    await settle(id, { state: 'unknown' });
    expect(await standing()).toEqual({ refunded: 0, reserved: 1000 });
    await settle(id, { state: 'pending', provider_refund: 're_2' });
    await settle(id, { state: 'succeeded' });
    expect(await standing()).toEqual({ refunded: 1000, reserved: 0 });
  });

  test('what comes back after a held charge was refunded stands on the instructor’s line', async () => {
    await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 100 }]);
    await setRows(db(), 'class', class_id, [{ type: 1, commission: 50 }]);
    const held = await sell(class_id, 5000);
    expect(await refundedOf(held)).toEqual([]);
    const id = await refundCharge(system(db()), { charge_id: held, amount: 2000 });
    await setRows(db(), 'class', class_id, []);
    const { splitCharges } = await import('../../../commissions/server/split.ts');
    await db()
      .transaction()
      .execute((trx) => splitCharges(trx, { charge_ids: [held] }));
    expect((await refundedOf(held)).reduce((sum, part) => sum + part, 0)).toBe(2000);
    await settle(id, { state: 'failed', failure: 'late' });
    expect((await refundedOf(held)).every((part) => part === 0)).toBe(true);
    // What comes again is everybody's: as if nothing had been given back.
    expect((await linesOf(db(), held)).map(({ type, amount }) => [type, amount])).toEqual([
      [0, 5000],
      [4, 0],
    ]);
  });
});

describe('registrations', () => {
  const cancelled = async (id: number) =>
    (
      await db()
        .selectFrom('class_users')
        .select('cancel_after_refund')
        .where('class_id', '=', id)
        .where('user_id', '=', student)
        .executeTakeFirst()
    )?.cancel_after_refund;

  test('of a class: with the success and not before, only where it was asked for', async () => {
    const without = await reserve({ amount: 100 });
    await sending(without);
    await settle(without, { state: 'succeeded' });
    expect(await cancelled(class_id)).toBe(0);
    const id = await reserve({ amount: 100, cancel_registration: true });
    await sending(id);
    expect(await cancelled(class_id)).toBe(0);
    await settle(id, { state: 'succeeded' });
    expect(await cancelled(class_id)).toBe(1);
    await settle(id, { state: 'failed', failure: 'late' });
    expect(await cancelled(class_id)).toBe(1);
  });

  test('of a bundle: each class that nothing else covers, or the one that is given back', async () => {
    const program_id = (await makeProgram(db())).id;
    const make = (values: object) => makeClass(db(), { instructor_id: instructor, program_id, ...values });
    const [a, b, c] = [
      await make({ class_price: 2 }),
      await make({ class_price: 1 }),
      await make({ class_price: 0 }),
    ];
    const bundle = await make({ is_bundle: true });
    await db()
      .insertInto('bundle_classes')
      .values([a, b, c].map(({ id }, position) => ({ bundle_id: bundle.id, class_id: id, position })))
      .execute();
    charge = await sell(bundle.id, 1000);
    const parts = () =>
      db()
        .selectFrom('charge_parts')
        .select(['class_id', 'amount', 'refunded', 'reserved'])
        .where('charge_id', '=', charge)
        .orderBy('class_id')
        .execute();
    expect((await parts()).map(({ amount }) => amount)).toEqual([667, 333, 0]);
    await sell(b.id, 400);

    await expect(reserve({ amount: 334, class_id: b.id })).rejects.toMatchObject({
      message: "Can't refund over the amount paid",
    });
    await expect(reserve({ class_id })).rejects.toMatchObject({
      details: { errors: [{ path: 'class_id' }] },
    });
    const one = await reserve({ amount: 100, class_id: a.id, cancel_registration: true });
    expect((await parts()).map(({ reserved }) => reserved)).toEqual([100, 0, 0]);
    await expect(reserve({ amount: 568, class_id: a.id })).rejects.toMatchObject({
      message: "Can't refund over the amount paid",
    });
    await sending(one);
    await settle(one, { state: 'succeeded' });
    expect([await cancelled(a.id), await cancelled(b.id), await cancelled(c.id)]).toEqual([1, 0, 0]);

    const rest = await reserve({ amount: 900, cancel_registration: true });
    await sending(rest);
    await settle(rest, { state: 'succeeded' });
    expect((await parts()).map(({ refunded }) => refunded)).toEqual([667, 333, 0]);
    // The other charge of theirs covers the second.
    expect([await cancelled(a.id), await cancelled(b.id), await cancelled(c.id)]).toEqual([1, 0, 1]);
  });
});

test('two charges that cover the same class, given back at once: the registration ends', async () => {
  const other = await sell(class_id, 10_000);
  const ids = [
    await reserve({ amount: 10_000, cancel_registration: true }),
    await reserve({ amount: 10_000, cancel_registration: true, charge_id: other }),
  ];
  await sql`update charges set charge_type = 'bundle_payment' where id in (${charge}, ${other})`.execute(
    db(),
  );
  await Promise.all(ids.map(sending));
  await Promise.all(ids.map((id) => settle(id, { state: 'succeeded' })));
  const { rows } = await sql<{ cancel_after_refund: number }>`
    select cancel_after_refund from class_users where class_id = ${class_id} and user_id = ${student}`.execute(
    db(),
  );
  expect(rows).toEqual([{ cancel_after_refund: 1 }]);
});

describe('by SQL', () => {
  test.each([
    ['another amount', sql`update refunds set amount = amount - 1`],
    ['a way back', sql`update refunds set state = 'requested', due_at = now(), succeeded_at = null`],
    ['an end', sql`delete from refunds`],
    ['more than was asked for', sql`update charges set refunded = refunded + 1 where refunded > 0`],
    ['more set aside', sql`update charges set reserved = reserved + 1 where refunded > 0`],
  ])('a refund that is made has not %s', async (_, change) => {
    await refundCharge(system(db()), { charge_id: charge, amount: 1000 });
    await expect(change.execute(db())).rejects.toMatchObject({ code: '23514' });
  });
});

test('enrolments of others stay', async () => {
  const other = (await makeSiteUser(db())).id;
  await makeEnrolment(db(), { class_id, user_id: other });
  const id = await reserve({ cancel_registration: true });
  await sending(id);
  await settle(id, { state: 'succeeded' });
  const { rows } = await sql<{ user_id: number }>`
    select user_id from class_users where class_id = ${class_id} and cancel_after_refund = 1`.execute(db());
  expect(rows).toEqual([{ user_id: student }]);
  expect(await stateOf(id)).toBe('succeeded');
});
