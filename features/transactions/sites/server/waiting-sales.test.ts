/** Sales told before their buyers: they wait, and are booked once their buyer is told. Specification: Sites, sales. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import { inDays, makeEvent } from '../../../../test/rows/events.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { system } from '../../../../test/system.ts';
import { recordCharge } from '../../server/charges.ts';
import { bookWaitingSales } from './book-waiting-sales.job.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

let program: number;
let key: string;
let class_id: number;
let staff: Call;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  key = (await makeSiteKey(db(), program)).site_key;
  class_id = await makeSoldClass(db(), program);
  staff = await app().as({ permissions: ['superadmin'] });
});

const tell = (path: string, body: object) =>
  app().call('POST', `/api/site/${path}`, body, { authorization: `Bearer ${key}` });
const sale = (more: object = {}) => ({
  reference: crypto.randomUUID() as string,
  type: 'class',
  class_id,
  user_reference: 'person-17',
  amount: 4999,
  currency: 'USD',
  ...more,
});
const person = (reference = 'person-17') => ({ reference, email: `${reference}.${program}@example.org` });
const pass = () => bookWaitingSales(app().platform);
const charges = () =>
  db().selectFrom('charges').selectAll().where('site_program_id', '=', program).orderBy('id').execute();
const waiting = async (state = 'all') =>
  (await staff('GET', `unmatched-payments?state=${state}&source=site`)).body.payments.filter(
    ({ program_id }: { program_id: number }) => program_id === program,
  );
const userOf = async (reference: string) =>
  (
    await db()
      .selectFrom('site_user_references')
      .select('user_id')
      .where('program_id', '=', program)
      .where('reference', '=', reference)
      .executeTakeFirst()
  )?.user_id;

describe('a sale that names its buyer by the site’s reference', () => {
  test('of somebody who is known is a sale like any other', async () => {
    const { body } = await tell('users', person());
    const told = await tell('charges', sale());
    expect(told.body.results[0]).toMatchObject({ state: 'created', enrolments: [expect.any(Number)] });
    expect(await charges()).toMatchObject([{ student_id: body.results[0].id, source: 'site' }]);
    expect(await waiting()).toEqual([]);
  });

  test('of nobody yet waits, answers so again, and is booked once the user is told', async () => {
    const told = sale({ occurred_at: '2026-01-31T12:00:00+01:00', discount: { amount: 100 }, code: 'ADA' });
    const first = await tell('charges', told);
    expect([first.status, first.body.results]).toEqual([
      200,
      [{ reference: told.reference, id: null, state: 'waiting', errors: [], enrolments: [], tickets: [] }],
    ]);
    expect((await tell('charges', told)).body).toEqual(first.body);
    const other = await tell('charges', { ...told, amount: 1 });
    expect([other.status, other.body.code, other.body.errors[0].path]).toEqual([
      409,
      'REFERENCE_TAKEN',
      'amount',
    ]);
    expect(await waiting('open')).toMatchObject([
      {
        source: 'site',
        reference: told.reference,
        user_reference: 'person-17',
        provider_ref: null,
        amount: 49.99,
        missing: ['user'],
        paid_at: '2026-01-31T11:00:00.000Z',
        sale: { type: 'class', sold: { id: class_id }, code: 'ADA' },
      },
    ]);
    await pass();
    expect(await charges()).toEqual([]);

    const { body } = await tell('users', person());
    await pass();
    await pass();
    const [made, ...more] = await charges();
    expect([made, more]).toMatchObject([
      {
        student_id: body.results[0].id,
        created_at: '2026-01-31T11:00:00.000Z',
        discount_amount: 100,
        code: 'ADA',
        source: 'site',
      },
      [],
    ]);
    expect(await waiting()).toMatchObject([{ state: 'matched', charge_id: made?.id, missing: [] }]);
    expect((await tell('charges', told)).body.results).toEqual([
      {
        reference: told.reference,
        id: made?.id,
        state: 'unchanged',
        errors: [],
        enrolments: [expect.any(Number)],
        tickets: [],
      },
    ]);
    const audited = db()
      .selectFrom('audit_entries')
      .select(['admin_id', 'site_key_id', 'program_id'])
      .where('entity', '=', 'charge')
      .where('entity_id', '=', String(made?.id));
    expect(await audited.execute()).toEqual([
      { admin_id: null, site_key_id: expect.any(Number), program_id: program },
    ]);
  });

  test('is divided by the rows of when it was, not of when its buyer came', async () => {
    const { instructor_id } = await db()
      .selectFrom('classes')
      .select('instructor_id')
      .where('id', '=', class_id)
      .executeTakeFirstOrThrow();
    await setRows(db(), 'instructor', instructor_id ?? 0, [{ type: 0, commission: 10 }]);
    await tell('charges', sale({ amount: 10_000 }));
    await setRows(db(), 'instructor', instructor_id ?? 0, [{ type: 0, commission: 70 }]);
    await tell('users', person());
    await pass();
    const [made] = await charges();
    const lines = db()
      .selectFrom('charge_lines')
      .select('amount')
      .where('charge_id', '=', made?.id ?? 0);
    expect((await lines.where('type', '=', 0).execute()).map(({ amount }) => amount)).toEqual([1000]);
  });

  test('is told with user_id or with user_reference, not with both', async () => {
    const { id } = await makeSiteUser(db(), { program_id: program });
    const { status, body } = await tell('charges', sale({ user_id: id }));
    expect([status, body.errors[0].path]).toEqual([400, 'user_reference']);
  });

  test.each([
    ['class_id', 404, () => ({ class_id: 2_000_000_000 })],
    ['type', 400, () => ({ type: 'bundle' })],
    ['amount', 400, () => ({ amount: -1 })],
  ])('does not wait where its %s is wrong, and leaves its reference free', async (path, status, more) => {
    const told = sale();
    const refused = await tell('charges', { ...told, ...more() });
    expect([refused.status, refused.body.errors[0].path]).toEqual([status, path]);
    expect(await waiting()).toEqual([]);
    expect((await tell('charges', told)).body.results[0].state).toBe('waiting');
  });

  test('in one call: known, waiting and wrong ones answer each for itself', async () => {
    await tell('users', person('known'));
    const items = [
      sale({ user_reference: 'nobody' }),
      sale({ user_reference: 'known' }),
      sale({ class_id: 2_000_000_000 }),
      sale({ user_reference: undefined }),
    ];
    const { body } = await tell('charges', { items });
    expect(body.results.map(({ state }: { state: string }) => state)).toEqual([
      'waiting',
      'created',
      'rejected',
      'created',
    ]);
  });

  test('waits for another one where the account of the reference has been closed', async () => {
    const { body } = await tell('users', person());
    await tell(`users/${body.results[0].id}/close`, {});
    expect((await tell('charges', sale())).body.results[0].state).toBe('waiting');
    await pass();
    expect(await charges()).toEqual([]);
    const again = await tell('users', { reference: 'person-17', email: `again.${program}@example.org` });
    await pass();
    expect(await charges()).toMatchObject([{ student_id: again.body.results[0].id }]);
  });

  test('is booked for whoever takes the reference by a change of themselves', async () => {
    await tell('charges', sale());
    const { id } = await makeSiteUser(db(), { program_id: program });
    const change = { reference: 'person-17' };
    await app().call('PATCH', `/api/site/users/${id}`, change, { authorization: `Bearer ${key}` });
    await pass();
    expect(await charges()).toMatchObject([{ student_id: id }]);
  });

  test('of an event has its tickets, or is left to staff where none are left', async () => {
    const event = await makeEvent(db(), { program_id: program, end_at: inDays(1), available: 2 });
    const told = sale({ type: 'event', class_id: undefined, event_id: event.id, quantity: 2 });
    const late = { ...told, reference: 'late' };
    await tell('charges', told);
    await tell('charges', late);
    await tell('users', person());
    await pass();
    const { body } = await tell('charges', told);
    expect(body.results[0]).toMatchObject({
      state: 'unchanged',
      tickets: [expect.any(String), expect.any(String)],
    });
    const { tickets } = (await staff('GET', `lilt-event/${event.id}/sold-tickets?source=site`)).body;
    expect(tickets.map(({ code }: { code: string }) => code).toSorted()).toEqual(
      body.results[0].tickets.toSorted(),
    );
    expect(await waiting('open')).toMatchObject([{ reference: 'late', missing: ['tickets'] }]);
    await pass();
    expect((await tell('charges', late)).body.results[0].state).toBe('waiting');
  });
});

describe('its payment', () => {
  const paid = (more: object = {}) => sale({ provider: 'stripe', provider_ref: `pi_${class_id}`, ...more });

  test('is nobody else’s while it waits', async () => {
    expect((await tell('charges', paid())).body.results[0].state).toBe('waiting');
    const { id: user_id } = await makeSiteUser(db(), { program_id: program });
    for (const other of [paid(), paid({ user_reference: undefined, user_id })]) {
      const { status, body } = await tell('charges', other);
      expect([status, body.code]).toEqual([409, 'PROVIDER_REF_TAKEN']);
    }
    await tell('users', person());
    await pass();
    expect(await charges()).toMatchObject([{ provider_charge: `pi_${class_id}` }]);
  });

  /** A charge of the same payment, as Stripe has told it. */
  async function toldByStripe(student_id: number): Promise<number> {
    const id = await recordCharge(system(db()), { class_id, amount: 4999, currency: 'USD', student_id });
    const told = { source: 'stripe', provider: 'stripe', provider_charge: `pi_${class_id}` };
    await db()
      .updateTable('charges')
      .set({ ...told, site_program_id: program })
      .where('id', '=', id)
      .execute();
    return id;
  }

  test('that Stripe tells meanwhile is that charge, where it turns out to be the same buyer’s', async () => {
    const told = paid();
    await tell('charges', told);
    const { body } = await tell('users', person());
    const charge = await toldByStripe(body.results[0].id);
    await pass();
    expect((await tell('charges', told)).body.results[0]).toMatchObject({ id: charge, state: 'unchanged' });
    expect(await charges()).toHaveLength(1);
  });

  test('that Stripe tells as another’s is left to staff, who can only dismiss the sale', async () => {
    const told = paid();
    await tell('charges', told);
    await tell('users', person());
    const { id: other } = await makeSiteUser(db(), { program_id: program });
    await toldByStripe(other);
    await pass();
    const [row] = await waiting('open');
    expect(row).toMatchObject({ missing: ['payment'] });
    const match = { program_id: program, type: 'class', class_id, user_id: await userOf('person-17') };
    const refused = await staff('POST', `unmatched-payment/${row.id}/match`, match);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'id']);
    expect((await staff('POST', `unmatched-payment/${row.id}/dismiss`, {})).status).toBe(200);
    expect((await tell('charges', told)).body.results[0]).toMatchObject({ id: null, state: 'dismissed' });
    expect(await charges()).toHaveLength(1);
  });
});

describe('staff', () => {
  test('match it, and the site is told of the sale when it tells again', async () => {
    const told = sale({ provider_ref: 'cash-1', discount: { percent: 10 } });
    await tell('charges', told);
    const [row] = await waiting('open');
    const { id: user_id } = await makeSiteUser(db(), { program_id: program });
    const elsewhere = { program_id: (await makeProgram(db())).id, type: 'class', class_id, user_id };
    const refused = await staff('POST', `unmatched-payment/${row.id}/match`, elsewhere);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'program_id']);
    const match = { program_id: program, type: 'class', class_id, user_id };
    const { body } = await staff('POST', `unmatched-payment/${row.id}/match`, match);
    expect(body.payment).toMatchObject({ state: 'matched', missing: [] });
    expect(await charges()).toMatchObject([
      {
        student_id: user_id,
        source: 'site',
        provider: 'manual',
        provider_charge: 'cash-1',
        discount_percent: 10,
      },
    ]);
    expect((await tell('charges', told)).body.results[0]).toMatchObject({
      id: body.payment.charge_id,
      state: 'unchanged',
      enrolments: [expect.any(Number)],
    });
    await tell('users', person());
    await pass();
    expect(await charges()).toHaveLength(1);
  });

  test('dismiss it, and it is not booked when its buyer comes', async () => {
    const told = sale();
    await tell('charges', told);
    const [row] = await waiting('open');
    await staff('POST', `unmatched-payment/${row.id}/dismiss`, { reason: 'A test' });
    await tell('users', person());
    await pass();
    expect(await charges()).toEqual([]);
    const again = await tell('charges', told);
    expect([again.status, again.body.results[0]]).toMatchObject([200, { id: null, state: 'dismissed' }]);
    expect((await tell('charges', { ...told, amount: 1 })).body.code).toBe('REFERENCE_TAKEN');
  });

  test('who match it beside the pass book it once', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const reference = `turn-${turn}`;
      await tell('charges', sale({ user_reference: reference }));
      const [row] = await waiting('open');
      const { body } = await tell('users', person(reference));
      const match = { program_id: program, type: 'class', class_id, user_id: body.results[0].id };
      const [, { status }] = await Promise.all([
        pass(),
        staff('POST', `unmatched-payment/${row.id}/match`, match),
        pass(),
      ]);
      expect([200, 409]).toContain(status);
      expect(await charges()).toHaveLength(turn + 1);
    }
  });
});

test('users and sales told at once by several callers, doubled and in any order, beside the pass: each sale once', async () => {
  const PEOPLE = 4;
  const step = fc.record({
    kind: fc.constantFrom('sale', 'sale', 'sale', 'user', 'pass'),
    at: fc.nat(9),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      program = (await makeProgram(db())).id;
      key = (await makeSiteKey(db(), program)).site_key;
      class_id = await makeSoldClass(db(), program);
      const sales = Array.from({ length: 10 }, (_, n) =>
        sale({
          reference: `sale-${n}`,
          user_reference: `person-${n % PEOPLE}`,
          amount: 100 + n,
          ...(n % 2 && { provider_ref: `paid-${program}-${n}` }),
        }),
      );
      const told = new Set<number>();
      const run = async ({ kind, at }: { kind: string; at: number }) => {
        if (kind === 'pass') return pass();
        if (kind === 'user') return tell('users', person(`person-${at % PEOPLE}`));
        told.add(at);
        const items = [sales[at], sales[(at + 3) % 10]];
        told.add((at + 3) % 10);
        return tell('charges', { items });
      };
      while (steps.length > 0) {
        const answers = await Promise.all(steps.splice(0, 6).map(run));
        expect(statusesOf(answers.flatMap((answer) => answer ?? [])).every((status) => status === 200)).toBe(
          true,
        );
      }
      await Promise.all(Array.from({ length: PEOPLE }, (_, n) => tell('users', person(`person-${n}`))));
      await Promise.all([pass(), pass()]);
      const rows = (await charges()).map(({ amount, student_id }) => [amount, student_id]);
      const wanted = await Promise.all(
        [...told].toSorted((a, b) => a - b).map(async (n) => [100 + n, await userOf(`person-${n % PEOPLE}`)]),
      );
      expect(rows.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(wanted);
      const { body } = await tell('charges', { items: [...told].map((n) => sales[n]) });
      expect(body.results.map(({ state, id }: { state: string; id: number }) => [state, id > 0])).toEqual(
        [...told].map(() => ['unchanged', true]),
      );
      expect((await waiting('open')).length).toBe(0);
    }),
    { numRuns: inDepth(5, 100) },
  );
});
