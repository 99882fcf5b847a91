/** Requests for refunds: who asks, who sees, and in what order. */
import { describe, expect, test } from 'vitest';
import { transact } from '../../../../server/context.ts';
import { makeProgram } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { refundRequestsIn, type Sold } from '../../../../test/rows/refund-requests.ts';
import { system } from '../../../../test/system.ts';
import { OVER_THE_AMOUNT_PAID } from '../../refunds/rules.ts';
import type { RefundRequest } from '../contract.ts';
import { requestRefund } from './refund-requests-made.ts';

const app = useTestApp();
const { db, sell, sellBundle, wished, ask, askAs, staff, decide, read, chargeRow, settled } =
  refundRequestsIn(app);

describe('requestRefund', () => {
  test('of a student, an instructor and an admin; it reserves nothing, and stands in the record of its program', async () => {
    const sold = await sell();
    const admin = await staff();
    const requests = [
      await ask(sold, { cancel_registration: true }),
      await ask(sold, { type: 'instructor', user_id: sold.instructor_id, amount: 4999 }),
      await askAs(admin.admin_id, sold),
    ];
    const emails = await db()
      .selectFrom('admins')
      .select('email')
      .where('id', '=', admin.admin_id)
      .executeTakeFirstOrThrow();
    expect(
      requests.map(({ type, amount, user, created_by }) => [type, amount, user?.id, created_by]),
    ).toEqual([
      ['student', 10, sold.student_id, expect.stringMatching(/^Stu Dent/)],
      ['instructor', 49.99, sold.instructor_id, expect.stringMatching(/^Ian Structor/)],
      ['admin', 10, undefined, emails.email],
    ]);
    expect(requests[0]).toMatchObject({
      charge_id: sold.id,
      currency: 'USD',
      description: 'Sold',
      class_id: sold.class_id,
      program_id: sold.program_id,
      cancel_registration: 1,
      reason: 'No time',
      status: null,
      refunded_at: null,
      refund_available: 49.99,
      own: 0,
    });
    expect(await chargeRow(sold.id)).toEqual({ refunded: 0, reserved: 0 });
    expect((await read(admin, requests[2]?.id ?? 0)).own).toBe(1);
    const log = await db()
      .selectFrom('audit_entries')
      .select(['action', 'program_id'])
      .where('entity', '=', 'refund_request')
      .where(
        'entity_id',
        'in',
        requests.map(({ id }) => String(id)),
      )
      .execute();
    expect(log).toEqual(requests.map(() => ({ action: 'create', program_id: sold.program_id })));
  });

  test('refuses what does not fit the charge, by name, and makes nothing', async () => {
    const [sold, bundle] = [await sell({ charge_type: 'event_payment' }), await sellBundle()];
    const odd: [Sold, wish: object, error: object][] = [
      ...[0, -1, 0.5, 5000, Number.NaN].map((amount): [Sold, object, object] => [
        sold,
        { amount },
        { path: 'amount' },
      ]),
      [sold, { cancel_registration: true }, { path: 'cancel_registration' }],
      [sold, { class_id: sold.class_id }, { path: 'class_id' }],
      [bundle, { class_id: bundle.class_id }, { path: 'class_id' }],
      [
        bundle,
        { class_id: bundle.inside[1], amount: 1001 },
        { path: 'amount', message: OVER_THE_AMOUNT_PAID },
      ],
      [sold, { user_id: sold.instructor_id }, { path: 'user_id' }],
      [sold, { type: 'instructor', user_id: sold.student_id }, { path: 'user_id' }],
    ];
    for (const [of, wish, error] of odd)
      await expect(ask(of, wish)).rejects.toMatchObject({ status: 400, details: { errors: [error] } });
    await expect(ask({ ...sold, id: 2_000_000_000 })).rejects.toMatchObject({ status: 404 });
    const none = await db()
      .selectFrom('refund_requests')
      .select('id')
      .where('charge_id', 'in', [sold.id, bundle.id])
      .execute();
    expect(none).toEqual([]);
    expect(await ask(bundle, { class_id: bundle.inside[1] })).toMatchObject({
      class_id: bundle.inside[1],
      refund_available: 10,
    });
  });

  test('from within a program: its own charges and no others; an admin who is none any more asks for nothing', async () => {
    const [own, foreign] = [await sell(), await sell()];
    const { admin_id } = await staff(['money'], own.program_id);
    const { platform } = app();
    const actor = {
      admin_id,
      program_id: own.program_id,
      role: 'admin' as const,
      permissions: ['money' as const],
    };
    const scoped = { ...system(platform.database.forProgram(own.program_id, admin_id), actor), platform };
    const asked = (sold: Sold) =>
      transact(scoped, (tx) => requestRefund(tx, { ...wished(sold), type: 'admin' }));
    expect(await asked(own)).toMatchObject({ type: 'admin', own: 1, program_id: own.program_id });
    await expect(asked(foreign)).rejects.toMatchObject({ status: 404 });
    await db()
      .updateTable('admins')
      .set({ permissions: ['store'] })
      .where('id', '=', admin_id)
      .execute();
    await expect(asked(own)).rejects.toMatchObject({ status: 401 });
  });
});

describe('GET refunds', () => {
  test('every status and every order both ways, found by status and charge; the rest of the pages is empty', async () => {
    const { id: program_id } = await makeProgram(db());
    const sales = await Promise.all(Array.from({ length: 5 }, () => sell({ currency: 'EUR' }, program_id)));
    const call = await staff(['money'], program_id);
    const requests: RefundRequest[] = [];
    for (const [at, sold] of sales.entries()) requests.push(await ask(sold, { amount: 100 * (at + 1) }));
    const [waiting = 0, onItsWay = 0, refunded = 0, failed = 0, rejected = 0] = requests.map(({ id }) => id);
    for (const id of [onItsWay, refunded, failed])
      expect((await decide(call, id, 'refund')).status).toBe(200);
    expect((await decide(call, rejected, 'reject')).status).toBe(200);
    for (const [id, state] of [
      [refunded, 'succeeded'],
      [failed, 'failed'],
    ] as const)
      expect(await settled((await read(call, id)).refund_id ?? 0, state)).toBe(true);
    const { body } = await call('GET', 'refunds');
    expect(body.count).toBe(5);
    expect(body.refunds.map(({ status }: RefundRequest) => status)).toEqual([
      'rejected',
      'failed',
      'refunded',
      'approved',
      null,
    ]);
    expect(body.refunds.map(({ refunded_at }: RefundRequest) => refunded_at !== null)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(body.refunds[1].failure).toBe('The card is closed');
    const ids = async (query: string) =>
      (await call('GET', `refunds?${query}`)).body.refunds.map(({ id }: RefundRequest) => id);
    const inOrder = [waiting, onItsWay, refunded, failed, rejected];
    for (const name of [
      'id',
      'created_at',
      'amount',
      'currency',
      'class_name',
      'instructor_name',
      'student_name',
    ]) {
      expect(await ids(`sort_by=${name}`), name).toEqual(inOrder);
      expect(await ids(`sort_by=${name}&sort_dest=desc`), name).toEqual(inOrder.toReversed());
    }
    // What waits has no status and no day, and comes last either way.
    expect(await ids('sort_by=status')).toEqual([onItsWay, failed, refunded, rejected, waiting]);
    expect(await ids('sort_by=status&sort_dest=desc')).toEqual([
      rejected,
      refunded,
      failed,
      onItsWay,
      waiting,
    ]);
    expect((await ids('sort_by=refunded_at'))[0]).toBe(refunded);
    expect(await ids('status=waiting')).toEqual([waiting]);
    expect(await ids('status=failed')).toEqual([failed]);
    expect(await ids(`charge_id=${sales[2]?.id}`)).toEqual([refunded]);
    expect((await call('GET', 'refunds?page=2')).body).toEqual({ refunds: [], count: 5 });
    for (const query of ['sort_by=reason', 'status=open', 'page=0'])
      expect((await call('GET', `refunds?${query}`)).status).toBe(400);
  });

  test('by program: the list and the counts, within the walls', async () => {
    const [one, other] = [await makeProgram(db()), await makeProgram(db())];
    const asked = async (program_id: number) => (await ask(await sell({}, program_id), { amount: 5 })).id;
    const [here, there] = [await asked(one.id), await asked(other.id)];
    const found = async (call: Call, program_id: number) => {
      const { body } = await call('GET', `refunds?program_id=${program_id}`);
      const { counts } = (await call('GET', `refunds/counts?program_id=${program_id}`)).body;
      return [body.refunds.map(({ id }: RefundRequest) => id), body.count, counts.waiting];
    };
    const everywhere = await app().as({ permissions: ['superadmin'] });
    expect(await found(everywhere, one.id)).toEqual([[here], 1, 1]);
    expect(await found(everywhere, other.id)).toEqual([[there], 1, 1]);
    // A bound admin's own in any case.
    expect(await found(await staff(['money'], one.id), other.id)).toEqual([[here], 1, 1]);
  });

  test('amounts are in order within their currency', async () => {
    const { id: program_id } = await makeProgram(db());
    const asked = async (currency: string, amount: number) =>
      (await ask(await sell({ currency }, program_id), { amount })).id;
    const yen = [await asked('JPY', 90), await asked('JPY', 700)];
    const euros = [await asked('EUR', 200), await asked('EUR', 500)];
    const call = await staff(['money'], program_id);
    const ids = async (dest: string) =>
      (await call('GET', `refunds?sort_by=amount&sort_dest=${dest}`)).body.refunds.map(
        ({ id }: RefundRequest) => id,
      );
    expect(await ids('asc')).toEqual([...euros, ...yen]);
    expect(await ids('desc')).toEqual([...euros.toReversed(), ...yen.toReversed()]);
  });

  test('what failed after it had succeeded is not refunded', async () => {
    const sold = await sell();
    const call = await staff();
    const { id } = await ask(sold);
    const refund = (await decide(call, id, 'refund')).body.refund.refund_id;
    await settled(refund, 'succeeded');
    expect(await read(call, id)).toMatchObject({ status: 'refunded', refund_available: 39.99 });
    await settled(refund, 'failed');
    expect(await read(call, id)).toMatchObject({
      status: 'failed',
      refunded_at: null,
      refund_available: 49.99,
    });
  });
});
