/** Staff ask for refunds: in major units, below and above the limit of a second approver, many at once. */
import { beforeEach, describe, expect, test } from 'vitest';
import { TOO_NEW } from '../../../../core/second-approver.ts';
import { makeAdmin, makeClass, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { makeCharge } from '../../../../test/rows/charges.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program_id: number;
let own: Call & { admin_id: number };
let superadmin: Call & { admin_id: number };
let charge: number;

const sell = async (values: { currency?: string; amount?: number } = {}) => {
  const { id: instructor_id } = await makeInstructor(db(), { program_id });
  const { id: class_id } = await makeClass(db(), { instructor_id, program_id });
  return (await makeCharge(db(), { class_id, instructor_id, program_id, amount: 10_000, ...values })).id;
};
const refund = (amount: unknown, { of = charge, by = own, key = '', ...more }: Asked = {}) =>
  by(
    'POST',
    `charge/${of}/refund`,
    { amount, cancel_registration: false, ...more },
    key ? { 'idempotency-key': key } : {},
  );
type Asked = { of?: number; by?: Call; key?: string; class_id?: number; reason?: unknown };
const standing = (id = charge) =>
  db().selectFrom('charges').select(['refunded', 'reserved']).where('id', '=', id).executeTakeFirstOrThrow();

beforeEach(async () => {
  program_id = (await makeProgram(db())).id;
  own = await app().as({ permissions: ['money'], program_id });
  superadmin = await app().as({ permissions: ['superadmin'] });
  charge = await sell();
});

describe('amounts', () => {
  test.each([0, -1, 0.001, 1e-7, 1e21, 100.01, '5', null, true, {}, [1]])(
    '%j is refused by its name',
    async (amount) => {
      const { status, body } = await refund(amount);
      expect([status, body.errors?.[0]?.path]).toEqual([400, 'amount']);
      expect(await standing()).toEqual({ refunded: 0, reserved: 0 });
    },
  );

  test('to the cent: what three thirds leave, and what a float would lose', async () => {
    for (const amount of [33.33, 33.33, 33.33]) expect((await refund(amount)).status).toBe(200);
    expect((await refund(0.02)).body.message).toBe("Can't refund over the amount paid");
    expect((await refund(0.1 + 0.2 - 0.29)).status).toBe(400);
    expect((await refund(0.01)).body.refund).toMatchObject({ amount: -0.01, status: null });
    expect(await standing()).toEqual({ refunded: 0, reserved: 10_000 });
  });

  test('of a currency without decimals there are none', async () => {
    const yen = await sell({ currency: 'JPY', amount: 500 });
    expect((await refund(0.5, { of: yen })).body.errors[0].path).toBe('amount');
    expect((await refund(500, { of: yen })).status).toBe(200);
    expect(await standing(yen)).toEqual({ refunded: 0, reserved: 500 });
  });

  test('a class is one of a bundle’s', async () => {
    expect((await refund(1, { class_id: 1 })).body.errors[0].path).toBe('class_id');
  });
});

test('fifty at once: as many as fit; fifty with one key: one refund, and one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => refund(3)));
  expect(statusesOf(answers)).toEqual([...Array(33).fill(200), ...Array(17).fill(400)]);
  const other = await sell();
  const same = await Promise.all(Array.from({ length: 50 }, () => refund(3, { of: other, key: 'one' })));
  expect(statusesOf(same)).toEqual(Array(50).fill(200));
  expect(new Set(same.map(({ body }) => body.refund.id)).size).toBe(1);
  expect(await standing(other)).toEqual({ refunded: 0, reserved: 300 });
});

describe('above the limit of a second approver', () => {
  beforeEach(async () => {
    await superadmin('PATCH', 'money-settings', { refund_approval_above: { USD: 50 } });
  });

  test('it becomes a request and sets nothing aside; the limit itself is below, another currency has none', async () => {
    const { body } = await refund(50.01, { reason: 'Ill' });
    expect(body).toMatchObject({
      refund: null,
      request: { amount: 50.01, status: null, own: 1, reason: 'Ill' },
    });
    expect(await standing()).toEqual({ refunded: 0, reserved: 0 });
    expect((await refund(50)).body.request).toBeNull();
    const euros = await sell({ currency: 'EUR' });
    expect((await refund(99, { of: euros })).body.request).toBeNull();
  });

  test('nobody approves by an account that they make, or take over, after they asked', async () => {
    const { request } = (await refund(60)).body;
    const approve = (by: Call) => by('POST', `refund/${request.id}/refund`);
    const { id: puppet } = await makeAdmin(db(), { permissions: ['money'], program_id });
    expect((await approve(await app().signedIn(puppet))).body.message).toBe(TOO_NEW);
    const colleague = await app().as({ permissions: ['superadmin'] });
    const account = db().updateTable('admins').where('id', '=', colleague.admin_id);
    await account.set({ password_hash: 'taken over', updated_by: colleague.admin_id }).execute();
    expect((await approve(colleague)).body.message).toBe(TOO_NEW);
    expect((await approve(superadmin)).status).toBe(200);
  });

  test('two halves are as much as the whole; what somebody else has approved does not count', async () => {
    expect((await refund(30)).body.request).toBeNull();
    const { request } = (await refund(30)).body;
    expect(request).toMatchObject({ amount: 30, status: null });
    expect((await own('POST', `refund/${request.id}/refund`)).status).toBe(403);
    expect((await superadmin('POST', `refund/${request.id}/refund`)).status).toBe(200);
    expect((await refund(20)).body.request).toBeNull();
    expect((await refund(0.01)).body.refund).toBeNull();
    expect(await standing()).toEqual({ refunded: 0, reserved: 8000 });
  });
});
