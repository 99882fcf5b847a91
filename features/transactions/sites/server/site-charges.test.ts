/** Sales that sites tell: each once, whole, and divided as any sale. Specification: Sites, sales. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import { inDays, makeEvent } from '../../../../test/rows/events.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { system } from '../../../../test/system.ts';
import { splitCharges } from '../../../commissions/server/split.ts';
import { recordCharge } from '../../server/charges.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

let program: number;
let key: string;
let class_id: number;
let user_id: number;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  key = (await makeSiteKey(db(), program)).site_key;
  class_id = await makeSoldClass(db(), program);
  user_id = (await makeSiteUser(db(), { program_id: program })).id;
});

const tell = (body: object, as = key) =>
  app().call('POST', '/api/site/charges', body, { authorization: `Bearer ${as}` });
const sale = (more: object = {}) => ({
  reference: crypto.randomUUID(),
  type: 'class',
  class_id,
  user_id,
  amount: 4999,
  currency: 'USD',
  ...more,
});
const charges = (site = program) =>
  db().selectFrom('charges').selectAll().where('site_program_id', '=', site).orderBy('id').execute();
const linesOf = (charge_id: number) =>
  db()
    .selectFrom('charge_lines')
    .select(['type', 'row_id', 'user_id', 'program_id', 'amount', 'commission'])
    .where('charge_id', '=', charge_id)
    .orderBy('type')
    .orderBy('row_id')
    .execute();

describe('a reference', () => {
  test('told fifty times at once is one sale and one answer', async () => {
    const body = sale();
    const answers = await Promise.all(Array.from({ length: 50 }, () => tell(body)));
    expect(statusesOf(answers)).toEqual(Array(50).fill(200));
    const [made] = await charges();
    const results = answers.map(({ body: { results } }) => results[0]);
    expect(results.filter(({ state }) => state === 'created')).toHaveLength(1);
    expect(results.filter(({ state }) => state === 'unchanged')).toHaveLength(49);
    expect(new Set(results.map(({ id, enrolments }) => JSON.stringify([id, enrolments])))).toEqual(
      new Set([JSON.stringify([made?.id, results[0].enrolments])]),
    );
    expect(await charges()).toHaveLength(1);
  });

  test('with the same body, however it is written, answers as before; with another it is taken', async () => {
    const body = sale({ occurred_at: '2026-01-31T12:00:00+01:00', discount: { percent: 10 } });
    const first = await tell(body);
    const turned = Object.fromEntries(Object.entries(body).toReversed());
    const same = { ...turned, occurred_at: '2026-01-31T11:00:00.000Z', provider: 'manual' };
    expect((await tell(same)).body.results).toEqual([{ ...first.body.results[0], state: 'unchanged' }]);
    for (const [path, value] of [
      ['amount', 5000],
      ['discount.percent', { percent: 11 }],
      ['user_id', undefined],
    ] as const) {
      const answer = await tell({ ...body, [path.split('.')[0] ?? '']: value });
      expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([
        409,
        'REFERENCE_TAKEN',
        path,
      ]);
    }
    expect(await charges()).toHaveLength(1);
  });

  test('is each program’s own, and each kind’s', async () => {
    const body = sale();
    await tell(body);
    const other = (await makeProgram(db())).id;
    const there = {
      ...body,
      class_id: await makeSoldClass(db(), other),
      user_id: (await makeSiteUser(db(), { program_id: other })).id,
    };
    const answer = await tell(there, (await makeSiteKey(db(), other)).site_key);
    expect(answer.body.results[0].state).toBe('created');
  });

  test.each([
    ['missing', { reference: undefined }],
    ['empty', { reference: '' }],
    ['too long', { reference: 'x'.repeat(101) }],
    ['of two lines', { reference: 'a\nb' }],
  ])('that is %s is a 400', async (_, more) => {
    const { status, body } = await tell(sale(more));
    expect([status, body.errors[0].path]).toEqual([400, 'reference']);
  });
});

describe('many at once', () => {
  test('each wrong one is rejected alone, with its path, and leaves its reference free', async () => {
    const wrong = [
      sale({ class_id: 2_000_000_000 }),
      sale({ user_id: 2_000_000_000 }),
      sale({ type: 'bundle' }),
      sale({ amount: 1.5 }),
      { ...sale(), colour: 'red' },
    ];
    const items = [sale(), ...wrong, sale()];
    const { status, body } = await tell({ items });
    expect(status).toBe(200);
    expect(
      body.results.map(({ state, errors }: { state: string; errors: { path: string; code: string }[] }) => [
        state,
        errors.map(({ path, code }) => `${path} ${code}`),
      ]),
    ).toEqual([
      ['created', []],
      ['rejected', ['class_id NOT_FOUND']],
      ['rejected', ['user_id NOT_FOUND']],
      ['rejected', ['type BAD_REQUEST']],
      ['rejected', ['amount BAD_REQUEST']],
      ['rejected', [' BAD_REQUEST']],
      ['created', []],
    ]);
    expect(body.results.map(({ reference }: { reference: string }) => reference)).toEqual(
      items.map(({ reference }) => reference),
    );
    expect(await charges()).toHaveLength(2);
    const again = await tell({ items: wrong.slice(0, 2).map((one) => ({ ...one, class_id, user_id })) });
    expect(again.body.results.map(({ state }: { state: string }) => state)).toEqual(['created', 'created']);
  });

  test('atomic is all or nothing: a 400 with every error', async () => {
    const items = [sale(), sale({ class_id: 2_000_000_000 }), sale({ user_id: 2_000_000_000 })];
    const { status, body } = await tell({ items, atomic: true });
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['items.1.class_id', 'items.2.user_id'],
    ]);
    const misread = await tell({ items: [sale(), sale({ amount: -1 })], atomic: true });
    expect([misread.status, misread.body.errors[0].path]).toEqual([400, 'items.1.amount']);
    expect(await charges()).toHaveLength(0);
    expect((await tell({ items: items.slice(0, 1), atomic: true })).body.results[0].state).toBe('created');
  });

  test('a reference twice in one call is one sale', async () => {
    const one = sale();
    const { body } = await tell({ items: [one, one, { ...one, amount: 1 }] });
    expect(body.results.map(({ state, id }: { state: string; id: number | null }) => [state, id])).toEqual([
      ['created', expect.any(Number)],
      ['unchanged', body.results[0].id],
      ['rejected', null],
    ]);
    expect(await charges()).toHaveLength(1);
  });

  test.each([
    ['none', { items: [] }],
    ['more than five hundred', { items: Array.from({ length: 501 }, () => sale()) }],
    ['no list', { items: 1 }],
    ['something else beside them', { items: [sale()], also: 1 }],
  ])('400 for %s', async (_, body) => {
    expect((await tell(body)).status).toBe(400);
  });

  test('calls that share references in another order end, and each is booked once', async () => {
    const items = Array.from({ length: 60 }, (_, index) => sale({ amount: index + 1 }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => tell({ items: turn % 2 ? items : items.toReversed() })),
    );
    expect(statusesOf(answers)).toEqual(Array(8).fill(200));
    const amounts = (await charges()).map(({ amount }) => amount).toSorted((a, b) => a - b);
    expect(amounts).toEqual(items.map(({ amount }) => amount));
  });
});

describe('what is sold', () => {
  test('is a class or bundle that the site sells now; else a 404, foreign and missing alike', async () => {
    const other = (await makeProgram(db())).id;
    const foreign = await makeSoldClass(db(), other);
    const off = await makeSoldClass(db(), program);
    await db().updateTable('class_programs').set({ active: 0 }).where('class_id', '=', off).execute();
    const gone = await makeSoldClass(db(), program, { del_flag: 1 });
    for (const id of [foreign, off, gone, 2_000_000_000]) {
      const { status, body } = await tell(sale({ class_id: id }));
      expect([status, body.errors]).toEqual([
        404,
        [{ path: 'class_id', message: `This site does not sell the class ${id}` }],
      ]);
    }
    expect(await charges()).toHaveLength(0);
  });

  test('of an instructor elsewhere is divided as that program says, and is the site’s to see', async () => {
    const home = (await makeProgram(db())).id;
    const lent = await makeSoldClass(db(), program, { home });
    await setRows(db(), 'program', home, [{ type: 1, commission: 20 }]);
    const { body } = await tell(sale({ class_id: lent }));
    const [charge] = await charges();
    expect(charge).toMatchObject({ program_id: home, source: 'site', id: body.results[0].id });
    expect((await linesOf(body.results[0].id)).map(({ type, amount }) => [type, amount])).toContainEqual([
      1,
      Math.round(4999 * 0.2),
    ]);
  });

  test('a bundle enrols in every class within; whoever is blocked there stays so', async () => {
    const bundle = await makeSoldClass(db(), program, { is_bundle: true });
    const [first, second] = [await makeSoldClass(db(), program), await makeSoldClass(db(), program)];
    await db()
      .insertInto('bundle_classes')
      .values([first, second].map((id, position) => ({ bundle_id: bundle, class_id: id, position })))
      .execute();
    await db().insertInto('class_users').values({ class_id: first, user_id, enrol_status: 5 }).execute();
    const { body } = await tell(sale({ type: 'bundle', class_id: bundle }));
    const enrolled = await db()
      .selectFrom('class_users')
      .select(['id', 'class_id', 'enrol_status'])
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute();
    expect(body.results[0].enrolments).toEqual(enrolled.map(({ id }) => id));
    expect(enrolled.find((one) => one.class_id === first)?.enrol_status).toBe(5);
  });
});

test('whoever pays again after they had left has the place again; a blocked one and a sale of before have not', async () => {
  const place = () =>
    db()
      .selectFrom('class_users')
      .select(['enrol_status', 'cancel_after_refund'])
      .where('class_id', '=', class_id)
      .where('user_id', '=', user_id)
      .executeTakeFirst();
  const leave = (values: object) =>
    db()
      .updateTable('class_users')
      .set(values)
      .where('class_id', '=', class_id)
      .where('user_id', '=', user_id)
      .execute();
  const active = { enrol_status: 0, cancel_after_refund: 0 };
  await tell(sale({ class_id }));
  for (const left of [{ enrol_status: 1 }, { enrol_status: 3 }, { cancel_after_refund: 1 }]) {
    await leave(left);
    await tell(sale({ class_id, occurred_at: '2024-01-01T00:00:00Z' }));
    expect(await place()).toEqual({ ...active, ...left });
    const { body } = await tell(sale({ class_id }));
    expect([body.results[0].state, await place()]).toEqual(['created', active]);
  }
  await leave({ enrol_status: 5 });
  await tell(sale({ class_id }));
  expect(await place()).toEqual({ ...active, enrol_status: 5 });
});

describe('occurred_at', () => {
  test('a late sale is divided by the rows that stood then', async () => {
    const { instructor_id } = await db()
      .selectFrom('classes')
      .select('instructor_id')
      .where('id', '=', class_id)
      .executeTakeFirstOrThrow();
    const moment = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const { rows } = await sql<{ now: string }>`select provost_now() as now`.execute(db());
      await new Promise((resolve) => setTimeout(resolve, 20));
      return rows[0]?.now ?? '';
    };
    const before = await moment();
    await setRows(db(), 'instructor', instructor_id ?? 0, [{ type: 1, commission: 10 }]);
    const between = await moment();
    await setRows(db(), 'instructor', instructor_id ?? 0, [{ type: 1, commission: 30 }]);
    const parts = async (occurred_at?: string) => {
      const { body } = await tell(sale({ amount: 10_000, ...(occurred_at && { occurred_at }) }));
      return (await linesOf(body.results[0].id)).find(({ type }) => type === 1)?.amount;
    };
    const since = await moment();
    expect([await parts(between), await parts(since), await parts(), await parts(before)]).toEqual([
      1000,
      3000,
      3000,
      undefined,
    ]);
    expect((await charges()).map(({ created_at }) => created_at)).toContain(between);
  });

  test.each([
    ['without an offset', '2026-01-31T12:00:00'],
    ['of before 2000', '1999-12-31T23:59:59Z'],
    ['ahead', new Date(Date.now() + 3_600_000).toISOString()],
    ['a day', '2026-01-31'],
  ])('%s is a 400', async (_, occurred_at) => {
    const { status, body } = await tell(sale({ occurred_at }));
    expect([status, body.errors[0].path]).toEqual([400, 'occurred_at']);
  });
});

describe('provider_ref', () => {
  const paid = (more: object = {}) => sale({ provider: 'stripe', provider_ref: `pi_${class_id}`, ...more });

  test('of fifty calls at once with references of their own, one books it', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => tell(paid())));
    expect(statusesOf(answers)).toEqual([200, ...Array(49).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'PROVIDER_REF_TAKEN',
      errors: [{ path: 'provider_ref' }],
    });
    expect(await charges()).toHaveLength(1);
    const twice = await tell({ items: [paid({ provider_ref: 'pi_x' }), paid({ provider_ref: 'pi_x' })] });
    expect(twice.body.results.map(({ state }: { state: string }) => state)).toEqual(['created', 'rejected']);
  });

  test('what Stripe has told before is that charge, for the first reference alone', async () => {
    const charge = await recordCharge(system(db()), {
      class_id,
      amount: 4999,
      currency: 'USD',
      student_id: user_id,
    });
    await db()
      .updateTable('charges')
      .set({
        source: 'stripe',
        provider: 'stripe',
        provider_charge: `pi_${class_id}`,
        site_program_id: program,
      })
      .where('id', '=', charge)
      .execute();
    for (const more of [{ amount: 5000 }, { currency: 'EUR' }, { user_id: undefined }])
      expect((await tell(paid(more))).body.code).toBe('PROVIDER_REF_TAKEN');
    const body = paid();
    const first = await tell(body);
    expect(first.body.results[0]).toMatchObject({ id: charge, state: 'unchanged' });
    expect((await tell(body)).body.results).toEqual(first.body.results);
    expect((await tell(paid())).body.code).toBe('PROVIDER_REF_TAKEN');
    const other = (await makeProgram(db())).id;
    const elsewhere = paid({
      class_id: await makeSoldClass(db(), other),
      user_id: (await makeSiteUser(db(), { program_id: other })).id,
    });
    expect(
      (
        await tell(
          { ...elsewhere, provider_ref: `pi_${class_id}` },
          (
            await makeSiteKey(db(), other)
          ).site_key,
        )
      ).body.code,
    ).toBe('PROVIDER_REF_TAKEN');
  });
});

test('any sales, told in any parcels, are divided to the cent as sales by hand are', async () => {
  const classes = [class_id, await makeSoldClass(db(), program), await makeSoldClass(db(), program)];
  await setRows(db(), 'program', program, [
    { type: 0, commission: 7.5 },
    { type: 1, commission: 12.25 },
  ]);
  const one = fc.record({
    class_id: fc.constantFrom(...classes),
    amount: fc.integer({ min: 0, max: 900_000_000_000 }),
    currency: fc.constantFrom('USD', 'JPY', 'EUR'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 12 }), async (sold) => {
      const { body } = await tell({ items: sold.map((more) => sale(more)) });
      for (const [index, { id, state }] of body.results.entries()) {
        expect(state).toBe('created');
        const told = await linesOf(id);
        const given = sold[index];
        if (!given) throw new Error('more results than sales');
        const byHand = await recordCharge(system(db()), { ...given, currency: given.currency as 'USD' });
        expect(told).toEqual(await linesOf(byHand));
        expect(told.reduce((sum, { amount }) => sum + amount, 0)).toBe(given.amount);
      }
    }),
    { numRuns: 25 },
  );
});

describe('an event', () => {
  const shown = async (more: object = {}) =>
    (await makeEvent(db(), { program_id: program, available: 5, end_at: inDays(1), ...more })).id;
  const tickets = (event_id: number, more: object = {}) =>
    sale({ type: 'event', class_id: undefined, event_id, ...more });

  test('gives its tickets, and divides between platform and program', async () => {
    await setRows(db(), 'site', 0, [{ type: 0, commission: 10 }]);
    const event_id = await shown();
    const { status, body } = await tell(tickets(event_id, { quantity: 3, amount: 1001 }));
    expect([status, body.results[0].tickets.length, body.results[0].enrolments]).toEqual([200, 3, []]);
    const held = await db().selectFrom('tickets').select('code').where('event_id', '=', event_id).execute();
    expect(held.map(({ code }) => code).toSorted()).toEqual(body.results[0].tickets.toSorted());
    expect(await charges()).toMatchObject([
      {
        charge_type: 'event_payment',
        class_id: null,
        event_id,
        quantity: 3,
        program_id: program,
        held: null,
      },
    ]);
    const lines = async (id: number) =>
      (await linesOf(id)).map(({ type, amount, program_id, user_id }) => [type, amount, program_id, user_id]);
    expect(await lines(body.results[0].id)).toEqual([
      [0, 100, null, null],
      [1, 901, program, null],
    ]);
    await setRows(db(), 'program', program, [
      { type: 0, commission: 25 },
      { type: 1, commission: 50 },
    ]);
    const ofProgram = await tell(tickets(event_id, { amount: 1000 }));
    expect(await lines(ofProgram.body.results[0].id)).toEqual([
      [0, 250, null, null],
      [1, 750, program, null],
    ]);
    await setRows(db(), 'site', 0, []);
  });

  test('that is sold out, or has fewer left, is a 409 and nothing is booked', async () => {
    const event_id = await shown({ available: 2 });
    const many = await tell(tickets(event_id, { quantity: 3 }));
    expect([many.status, many.body.code]).toEqual([409, 'SOLD_OUT']);
    const answers = await Promise.all(Array.from({ length: 10 }, () => tell(tickets(event_id))));
    expect(statusesOf(answers)).toEqual([200, 200, ...Array(8).fill(409)]);
    expect(await charges()).toHaveLength(2);
    const mixed = await tell({ items: [sale(), tickets(event_id), sale()] });
    expect(mixed.body.results.map(({ state }: { state: string }) => state)).toEqual([
      'created',
      'rejected',
      'created',
    ]);
  });

  test('that is over is a 409 at the event, and nothing is booked; one to come is a 400', async () => {
    const over = await tell(tickets(await shown({ start_at: inDays(-2), end_at: inDays(-1) })));
    expect([over.status, over.body.code, over.body.errors[0].path]).toEqual([409, 'SOLD_OUT', 'event_id']);
    const soon = await tell(tickets(await shown({ start_at: inDays(1), end_at: inDays(2) })));
    expect([soon.status, soon.body.code, soon.body.errors[0].path]).toEqual([400, 'BAD_REQUEST', 'event_id']);
    expect(await charges()).toEqual([]);
  });

  test('of another program is a 404, one that is switched off a 400; a buyer is needed', async () => {
    const other = (await makeProgram(db())).id;
    const foreign = (await makeEvent(db(), { program_id: other, available: 5, end_at: inDays(1) })).id;
    const lent = (await makeEvent(db(), { program_id: other, available: 5, end_at: inDays(1) })).id;
    await db().insertInto('event_programs').values({ event_id: lent, program_id: program }).execute();
    const off = await shown({ active: 0 });
    const path = async (body: object) => {
      const { status, body: answer } = await tell(body);
      return [status, answer.errors?.[0]?.path ?? answer.results[0].state];
    };
    expect(await path(tickets(foreign))).toEqual([404, 'event_id']);
    expect(await path(tickets(lent))).toEqual([200, 'created']);
    expect(await path(tickets(off))).toEqual([400, 'event_id']);
    expect(await path(tickets(lent, { user_id: undefined }))).toEqual([400, 'user_id']);
    expect(await path(tickets(lent, { class_id }))).toEqual([400, 'class_id']);
  });
});

test('a membership makes its buyer a member, and is the program’s but for the platform’s part', async () => {
  const body = sale({ type: 'membership', class_id: undefined, subscription: 'year', amount: 12_000 });
  const { body: answer } = await tell(body);
  expect(answer.results[0]).toMatchObject({ state: 'created', enrolments: [], tickets: [] });
  const { membership, membership_at } = await db()
    .selectFrom('site_users')
    .select(['membership', 'membership_at'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  expect([membership, membership_at]).toEqual([1, expect.any(String)]);
  await tell({ ...body, reference: 'again' });
  const again = await db()
    .selectFrom('site_users')
    .select('membership_at')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  expect(again.membership_at).toBe(membership_at);
  expect(
    (await linesOf(answer.results[0].id)).map(({ type, program_id }) => [type, program_id]),
  ).toContainEqual([1, program]);
  expect((await tell(sale({ type: 'membership', class_id: undefined }))).status).toBe(400);
});

test('what a site sold without a class stands in the list and is explained, recalculated and refunded', async () => {
  const { body } = await tell(
    sale({ type: 'membership', class_id: undefined, subscription: 'month', amount: 1000 }),
  );
  const id = body.results[0].id as number;
  const staff = await app().as({ permissions: ['superadmin'] });
  for (const order of ['', '&sort_by=class_name', '&sort_by=amount&currency=USD']) {
    const list = await staff('GET', `transactions?program_id=${program}${order}`);
    expect([list.status, list.body.transactions]).toMatchObject([
      200,
      [{ id, class_id: null, description: 'Membership for a month', charge_type: 'membership_payment' }],
    ]);
  }
  const explained = await staff('GET', `charge/${id}/explain`);
  expect([explained.status, explained.body.charge.class_name]).toEqual([200, 'Membership for a month']);
  expect(
    explained.body.charge.lines.map(
      ({ amount, recomputed }: { amount: number; recomputed: number }) => amount - recomputed,
    ),
  ).toEqual(explained.body.charge.lines.map(() => 0));
  // The platform's row changes for what was sold before as well: the program keeps the rest.
  await setRows(db(), 'program', program, [{ type: 0, commission: 40 }]);
  await db()
    .transaction()
    .execute((trx) => splitCharges(trx, { level: 'program', owner_id: program }));
  expect((await linesOf(id)).map(({ type, amount }) => [type, amount])).toEqual([
    [0, 400],
    [1, 600],
  ]);
  const { body: group } = await staff('GET', `program-commission/${program}`);
  const preview = await staff('POST', `program-commission/${program}/preview`, {
    commission: [
      { type: 0, commission: 30 },
      { type: 4, commission: 70 },
    ],
    updated_at: group.updated_at,
  });
  expect([
    preview.status,
    preview.body.charge_moves?.map((move: { class_name: string }) => move.class_name),
  ]).toEqual([200, ['Membership for a month']]);
  const refunded = await staff('POST', `charge/${id}/refund`, {
    amount: 5,
    reason: 'x',
    cancel_registration: false,
  });
  expect([refunded.status < 300, refunded.body]).toMatchObject([true, { refund: { amount: -5 } }]);
});
