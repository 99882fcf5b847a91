/** Requests for refunds: who asks, who sees, who decides, once, and what is left. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Permission } from '../../../core/access.ts';
import { SOMEBODY_ELSE } from '../../../core/second-pair.ts';
import { transact } from '../../../server/context.ts';
import {
  chargeValues,
  makeClass,
  makeInstructor,
  makeProgram,
  makeSiteUser,
} from '../../../test/factories.ts';
import { type Call, statusesOf, useWorld } from '../../../test/harness.ts';
import { system } from '../../../test/system.ts';
import type { RefundRequest } from '../requests-contract.ts';
import { OVER_THE_AMOUNT_PAID } from '../rules.ts';
import { countWaitingRequests } from './refund-requests.ts';
import { requestRefund, type WishedRefund } from './refund-requests-made.ts';
import { refundCharge } from './refunds.ts';
import { reserveRefund } from './reserve.ts';
import { settleRefund } from './settle.ts';

const world = useWorld();
const db = () => world().platform.database.everything;
let made = 0;

type Sold = { id: number; program_id: number; student_id: number; instructor_id: number; class_id: number };

/** A class at 49.99 USD, sold in a program of its own unless one is given. */
async function sell(values: object = {}, program?: number): Promise<Sold> {
  const program_id = program ?? (await makeProgram(db())).id;
  const instructor = await makeInstructor(db(), {
    program_id,
    first_name: 'Ian',
    last_name: `Structor ${++made + 1000}`,
  });
  const student = await makeSiteUser(db(), {
    program_id,
    first_name: 'Stu',
    last_name: `Dent ${made + 1000}`,
  });
  const { id: class_id } = await makeClass(db(), {
    instructor_id: instructor.id,
    program_id,
    class_name: `Sold ${made + 1000}`,
  });
  const whose = { program_id, student_id: student.id, instructor_id: instructor.id, class_id };
  const charge = chargeValues({
    ...whose,
    charge_type: 'class_payment',
    held: 'no_instructor',
    description: 'Sold',
    ...values,
  });
  const { id } = await db().insertInto('charges').values(charge).returning('id').executeTakeFirstOrThrow();
  return { id, ...whose };
}

/** A bundle of two classes, of 30.00 and 10.00. */
async function sellBundle(): Promise<Sold & { inside: [number, number] }> {
  const program_id = (await makeProgram(db())).id;
  const instructor_id = (await makeInstructor(db(), { program_id })).id;
  const classes = await Promise.all(
    [3000, 1000].map((class_price) => makeClass(db(), { instructor_id, program_id, class_price })),
  );
  const bundle = await makeClass(db(), { instructor_id, program_id, is_bundle: true });
  await db()
    .insertInto('bundle_classes')
    .values(classes.map(({ id }, position) => ({ bundle_id: bundle.id, class_id: id, position })))
    .execute();
  const sold = await sell({ class_id: bundle.id, charge_type: 'bundle_payment', amount: 4000 }, program_id);
  return { ...sold, inside: classes.map(({ id }) => id) as [number, number] };
}

const wished = ({ id, student_id }: Sold, more: object = {}): WishedRefund => ({
  charge_id: id,
  amount: 1000,
  class_id: null,
  cancel_registration: false,
  reason: 'No time',
  type: 'student',
  user_id: student_id,
  ...more,
});
const ask = (sold: Sold, more: object = {}) =>
  transact(system(db()), (within) => requestRefund(within, wished(sold, more)));
const askAs = (admin_id: number, sold: Sold, more: object = {}) =>
  transact(system(db(), { admin_id, permissions: ['money'], role: 'admin' }), (within) =>
    requestRefund(within, wished(sold, { type: 'admin', user_id: undefined, ...more })),
  );
const staff = (permissions: Permission[] = ['money'], program_id = 0) =>
  world().as({ permissions, program_id });
const decide = (call: Call, id: number, verb: 'refund' | 'reject', headers = {}) =>
  call('POST', `refund/${id}/${verb}`, undefined, headers);
const read = async (call: Call, id: number): Promise<RefundRequest> =>
  (await call('GET', `refund/${id}`)).body.refund;
const chargeRow = (id: number) =>
  db().selectFrom('charges').select(['refunded', 'reserved']).where('id', '=', id).executeTakeFirstOrThrow();
const refundsOf = (id: number) =>
  db()
    .selectFrom('refunds')
    .select(['id', 'amount', 'class_id', 'reason'])
    .where('charge_id', '=', id)
    .execute();
/** What the provider says of it, in the end. */
const settled = async (id: number, state: 'succeeded' | 'failed') => {
  await db()
    .updateTable('refunds')
    .set({ state: 'sending' })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute();
  return transact(system(db()), (within) =>
    settleRefund(within, id, { state, failure: 'The card is closed' }),
  );
};

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
    const { platform } = world();
    const actor = {
      admin_id,
      program_id: own.program_id,
      role: 'admin' as const,
      permissions: ['money' as const],
    };
    const scoped = { ...system(platform.database.forProgram(own.program_id), actor), platform };
    const asked = (sold: Sold) =>
      transact(scoped, (within) => requestRefund(within, { ...wished(sold), type: 'admin' }));
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

describe('POST refund/{id}/refund, /reject', () => {
  test('each kind of admin decides what they see, and nothing else', async () => {
    const kinds: [Permission[], bound: boolean, may: boolean][] = [
      [['superadmin'], false, true],
      [['programadmin'], false, true],
      [['programadmin'], true, true],
      [['money'], false, true],
      [['money'], true, true],
      [['commissions', 'store', 'users', 'catalogue'], false, false],
      [['commissions', 'store', 'users', 'catalogue'], true, false],
    ];
    const elsewhere = await makeProgram(db());
    for (const [permissions, bound, may] of kinds) {
      for (const verb of ['refund', 'reject'] as const) {
        const sold = await sell();
        const { id } = await ask(sold);
        // A superadmin is bound to no program.
        const foreign = permissions[0] === 'superadmin' ? [] : [await staff(permissions, elsewhere.id)];
        const refused = await Promise.all(foreign.map((call) => decide(call, id, verb)));
        expect(statusesOf(refused)).toEqual(foreign.map(() => (may ? 404 : 403)));
        const call = await staff(permissions, bound ? sold.program_id : 0);
        const { status, body } = await decide(call, id, verb);
        expect(status, `${permissions.join()}, bound: ${bound}`).toBe(may ? 200 : 403);
        expect(body.refund?.status).toBe(may ? { refund: 'approved', reject: 'rejected' }[verb] : undefined);
        expect(await refundsOf(sold.id)).toHaveLength(may && verb === 'refund' ? 1 : 0);
      }
    }
  });

  test('who asked decides nothing of it, neither here nor in the database; somebody else does', async () => {
    const [asker, other] = [await staff(), await staff()];
    const sold = await sell();
    const { id } = await askAs(asker.admin_id, sold);
    for (const verb of ['refund', 'reject'] as const) {
      const { status, body } = await decide(asker, id, verb);
      expect([status, body.message]).toEqual([403, SOMEBODY_ELSE]);
    }
    const behindUs = db()
      .updateTable('refund_requests')
      .set({ decision: 'rejected', decided_at: '2026-01-01', decided_by: asker.admin_id })
      .where('id', '=', id);
    await expect(behindUs.execute()).rejects.toMatchObject({ constraint: 'refund_requests_somebody_else' });
    expect((await decide(other, id, 'refund')).status).toBe(200);
    expect(await refundsOf(sold.id)).toMatchObject([{ amount: 1000, reason: 'No time' }]);
  });

  test('decided once: the next is told who did, and when; the same key answers the same', async () => {
    const email = 'second@example.com';
    const [first, second] = [await staff(), await world().as({ permissions: ['money'], email })];
    const sold = await sell();
    const { id } = await ask(sold);
    const key = { 'idempotency-key': `approve ${id}` };
    const answers = [await decide(second, id, 'refund', key), await decide(second, id, 'refund', key)];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    for (const [call, verb] of [
      [first, 'refund'],
      [first, 'reject'],
      [second, 'reject'],
    ] as const) {
      const { status, body } = await decide(call, id, verb);
      expect([status, body.message]).toEqual([409, `${email} has approved this already`]);
      expect(body.conflict).toEqual({
        changed_by: email,
        changed_at: answers[0]?.body.refund.decided_at,
      });
    }
    expect(await refundsOf(sold.id)).toHaveLength(1);
    const again = db()
      .updateTable('refund_requests')
      .set({ decision: 'rejected', refund_id: null })
      .where('id', '=', id);
    await expect(again.execute()).rejects.toMatchObject({
      constraint: 'refund_requests_once',
    });
  });

  test('above what is left it says so, and can only be rejected; of a bundle’s class as well', async () => {
    const call = await staff();
    const [sold, bundle] = [await sell(), await sellBundle()];
    const [whole, part] = [
      await ask(sold, { amount: 4999 }),
      await ask(bundle, { class_id: bundle.inside[1], amount: 1000 }),
    ];
    await refundCharge(system(db()), { charge_id: sold.id, amount: 3799 });
    await transact(system(db()), (within) =>
      reserveRefund(within, {
        charge_id: bundle.id,
        class_id: bundle.inside[1],
        amount: 1,
        cancel_registration: false,
        reason: '',
      }),
    );
    for (const [{ id }, left] of [
      [whole, 12],
      [part, 9.99],
    ] as const) {
      expect(await read(call, id)).toMatchObject({ status: null, refund_available: left });
      const { status, body } = await decide(call, id, 'refund');
      expect([status, body.errors[0].path]).toEqual([400, 'amount']);
      expect(body.message).toBe(
        `This is more than is left of the charge, USD ${left.toFixed(2)}: it can only be rejected`,
      );
      expect((await decide(call, id, 'reject')).status).toBe(200);
    }
    const fits = await ask(bundle, { class_id: bundle.inside[0], amount: 3000, cancel_registration: true });
    expect((await decide(call, fits.id, 'refund')).body.refund).toMatchObject({
      status: 'approved',
      refund_available: 0,
    });
    expect((await refundsOf(bundle.id)).at(-1)).toMatchObject({ amount: 3000, class_id: bundle.inside[0] });
  });

  test('fifty decisions of one request at once: one effect', async () => {
    const sold = await sell();
    const { id } = await ask(sold);
    const callers = await Promise.all([staff(), staff(['money'], sold.program_id), staff(['superadmin'])]);
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        decide(callers[n % 3] as Call, id, n % 4 === 0 ? 'reject' : 'refund'),
      ),
    );
    expect(statusesOf(all)).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    const by = all.find(({ status }) => status === 200)?.body.refund.decided_by;
    const told = all.filter(({ status }) => status === 409).map(({ body }) => body.conflict?.changed_by);
    expect(new Set(told)).toEqual(new Set([by]));
    const { status } = await read(callers[0], id);
    expect(await refundsOf(sold.id)).toHaveLength(status === 'approved' ? 1 : 0);
    expect(await chargeRow(sold.id)).toEqual({ refunded: 0, reserved: status === 'approved' ? 1000 : 0 });
    const log = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('entity', '=', 'refund_request')
      .where('entity_id', '=', String(id))
      .where('action', '!=', 'create')
      .execute();
    expect(log).toHaveLength(1);
  });

  test('fifty requests of one charge approved at once: as many as fit', async () => {
    const sold = await sell();
    const call = await staff();
    const requests: number[] = [];
    for (let n = 0; n < 50; n++) requests.push((await ask(sold, { amount: 700 })).id);
    const all = await Promise.all(requests.map((id) => decide(call, id, 'refund')));
    expect(statusesOf(all)).toEqual([
      ...Array.from({ length: 7 }, () => 200),
      ...Array.from({ length: 43 }, () => 400),
    ]);
    expect(await chargeRow(sold.id)).toEqual({ refunded: 0, reserved: 4900 });
    expect(await countWaitingRequests(system(db(), { program_id: sold.program_id }))).toBe(43);
  });

  test('whoever has been demoted or deleted while the call waited decides nothing', async () => {
    const sold = await sell();
    const { id } = await ask(sold);
    for (const gone of ['deleted_at = now()', "permissions = '{store}'"]) {
      const call = await staff(['money'], sold.program_id);
      const client = await world().platform.database.apart(0);
      await client.query('begin');
      await client.query(`update admins set ${gone} where id = $1`, [call.admin_id]);
      const calls = [decide(call, id, 'refund'), decide(call, id, 'reject')];
      await new Promise((resolve) => setTimeout(resolve, 150));
      await client.query('commit');
      await client.end();
      expect(statusesOf(await Promise.all(calls))).toEqual([401, 401]);
    }
    expect((await read(await staff(), id)).status).toBeNull();
  });
});

test('the database lets a program ask and decide in its own name only, and move nothing by it', async () => {
  const [own, foreign] = [await sell(), await sell()];
  const [mine, theirs] = [await ask(own), await ask(foreign)];
  const { admin_id } = await staff(['money'], own.program_id);
  const scoped = world().platform.database.forProgram(own.program_id);
  const visible = await scoped.selectFrom('refund_requests').select('id').execute();
  expect(visible).toEqual([{ id: mine.id }]);
  const values = { amount: 1, type: 'admin', admin_id, scope_program_id: own.program_id };
  const refused = [
    // Of another program's charge, or as if it were another program's.
    scoped.insertInto('refund_requests').values({ ...values, charge_id: foreign.id }),
    scoped
      .insertInto('refund_requests')
      .values({ ...values, charge_id: own.id, scope_program_id: foreign.program_id }),
    scoped.updateTable('refund_requests').set({ amount: 1 }).where('id', '=', mine.id),
    scoped.updateTable('refund_requests').set({ admin_id: null }).where('id', '=', mine.id),
    scoped.deleteFrom('refund_requests').where('id', '=', mine.id),
  ];
  for (const query of refused) await expect(query.execute()).rejects.toMatchObject({ code: '42501' });
  const decided = { decision: 'rejected', decided_at: '2026-01-01', decided_by: admin_id };
  const none = await scoped
    .updateTable('refund_requests')
    .set(decided)
    .where('id', '=', theirs.id)
    .executeTakeFirst();
  expect(none.numUpdatedRows).toBe(0n);
});

describe('above the limit of four eyes', () => {
  const limit = (above: object) =>
    sql`update settings set value = jsonb_set(value, '{rules,refund_approval_above}', ${JSON.stringify(above)}::jsonb)
      where name = 'money'`.execute(db());
  beforeAll(() => limit({ USD: 3000 }));
  afterAll(() => limit({}));

  test('halves that are asked for at once are as much as the whole', async () => {
    const sold = await sell();
    const call = await staff(['money'], sold.program_id);
    const asked = await Promise.all(
      Array.from({ length: 4 }, () =>
        call('POST', `charge/${sold.id}/refund`, { amount: 12, cancel_registration: false }),
      ),
    );
    expect(statusesOf(asked)).toEqual([200, 200, 200, 200]);
    expect(asked.filter(({ body }) => body.request === null)).toHaveLength(2);
    expect(await chargeRow(sold.id)).toMatchObject({ reserved: 2400 });
  });

  test('a statement of a program’s session gives nothing back that one alone has asked for', async () => {
    const { program_id } = await sell();
    const [one, other] = [await staff(['money'], program_id), await staff(['money'], program_id)];
    const scoped = world().platform.database.forProgram(program_id);
    /** Reserves by SQL, with a request that names `asks` and, where anybody has, who approved it. */
    const reserve = async (
      amount: number,
      request?: { amount: number; decided_by: number; type?: string },
    ) => {
      const sold = await sell({}, program_id);
      return tellsOf(
        scoped.transaction().execute(async (trx) => {
          await sql`update charges set reserved = reserved + ${amount} where id = ${sold.id}`.execute(trx);
          const { rows } = await sql<{ id: number }>`
            insert into refunds (charge_id, scope_program_id, amount, cancel_registration, reason, origin, provider, created_by)
            values (${sold.id}, ${program_id}, ${amount}, false, '', 'here', 'manual', ${one.admin_id}) returning id`.execute(
            trx,
          );
          if (request) {
            const { type = 'admin' } = request;
            const asking = type === 'admin' ? one.admin_id : null;
            const student = type === 'admin' ? null : sold.student_id;
            const { rows: asked } = await sql<{ id: number }>`
              insert into refund_requests (charge_id, scope_program_id, amount, type, admin_id, user_id)
              values (${sold.id}, ${program_id}, ${request.amount}, ${type}, ${asking}, ${student}) returning id`.execute(
              trx,
            );
            await sql`update refund_requests set decision = 'approved', decided_at = provost_now(),
              decided_by = ${request.decided_by}, refund_id = ${rows[0]?.id} where id = ${asked[0]?.id}`.execute(
              trx,
            );
          }
          // By the time it is looked at, the session says nothing of itself.
          await sql`select set_config('provost.scope', '', true)`.execute(trx);
        }),
      );
    };
    expect(await reserve(3000)).toBe('done');
    expect(await reserve(3001)).toBe('refunds_second_pair');
    const decided_by = other.admin_id;
    expect(await reserve(3001, { amount: 1, decided_by })).toBe('refunds_second_pair');
    expect(await reserve(3001, { amount: 3001, decided_by: one.admin_id })).toBe(
      'refund_requests_somebody_else',
    );
    expect(await reserve(3001, { amount: 3001, decided_by, type: 'student' })).toBe('42501');
    expect(await reserve(3001, { amount: 3001, decided_by })).toBe('done');
  });
});

/** What the database says to it: the constraint that refuses it, or its code. */
async function tellsOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    const { constraint, code } = error as { constraint?: string; code?: string };
    return constraint ?? code ?? String(error);
  }
}
