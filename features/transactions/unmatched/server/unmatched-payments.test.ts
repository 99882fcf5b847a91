/** Stripe as a source of sales: each payment once, whoever tells it first; what names nothing waits for staff. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { STRIPE_SECRET, sendStripeEvent, stripeEvent } from '../../../../test/peers/stripe-events.ts';
import { inDays, makeEvent } from '../../../../test/rows/events.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { makeUnmatchedPayment } from '../../../../test/rows/unmatched-payments.ts';
import { openReceiver } from '../../../../test/rows/webhooks.ts';

const app = useTestApp({ stripeWebhookSecret: STRIPE_SECRET, siteCallsPerMinute: 100_000 });
const db = () => app().platform.database.everything;

let program: number;
let tag: string;
let class_id: number;
let user_id: number;
let ref: string;
let staff: Call;
beforeEach(async () => {
  ({ id: program, program_tag: tag } = await makeProgram(db()));
  class_id = await makeSoldClass(db(), program);
  user_id = (await makeSiteUser(db(), { program_id: program })).id;
  ref = `pi_${crypto.randomUUID()}`;
  staff = await app().as({ permissions: ['superadmin'] });
});

const CREATED = Math.floor(Date.now() / 1000) - 3600;

const tell = async (type: string, object: object, id?: string) =>
  (await sendStripeEvent(app(), stripeEvent(type, object, { created: CREATED, ...(id && { id }) })))
    .statusCode;

const names = () => ({
  provost_program: tag,
  provost_class: String(class_id),
  provost_user: String(user_id),
});
const intent = (metadata: object = names(), more: object = {}) => ({
  id: ref,
  object: 'payment_intent',
  amount_received: 4999,
  currency: 'usd',
  receipt_email: 'buyer@example.com',
  metadata,
  ...more,
});
const session = (metadata: object = names(), more: object = {}) => ({
  id: `cs_${ref}`,
  object: 'checkout.session',
  payment_status: 'paid',
  payment_intent: ref,
  amount_total: 4999,
  currency: 'usd',
  customer_details: { name: 'Ada', email: 'ada@example.com' },
  metadata,
  ...more,
});
const charges = () => db().selectFrom('charges').selectAll().where('provider_charge', '=', ref).execute();
const waiting = async () =>
  (await db().selectFrom('unmatched_payments').selectAll().where('provider_ref', '=', ref).execute()).map(
    ({ state, missing, payer, charge_id, program_id }) => ({ state, missing, payer, charge_id, program_id }),
  );
const site = async (more: object = {}) =>
  app().call(
    'POST',
    '/api/site/charges',
    {
      reference: crypto.randomUUID(),
      type: 'class',
      class_id,
      user_id,
      amount: 4999,
      currency: 'USD',
      provider: 'stripe',
      provider_ref: ref,
      ...more,
    },
    { authorization: `Bearer ${(await makeSiteKey(db(), program)).site_key}` },
  );

describe('a payment that names what was bought', () => {
  test('is one sale of the moment it was paid, whichever events come, how often and at once', async () => {
    const told = [
      () => tell('payment_intent.succeeded', intent({})),
      () => tell('checkout.session.completed', session()),
      () => tell('payment_intent.succeeded', intent()),
      () => tell('checkout.session.completed', session()),
    ];
    expect(await Promise.all([...told, ...told.toReversed()].map((one) => one()))).toEqual(
      Array(8).fill(200),
    );
    expect(await charges()).toMatchObject([
      {
        class_id,
        student_id: user_id,
        amount: 4999,
        currency: 'USD',
        source: 'stripe',
        site_program_id: program,
        created_at: new Date(CREATED * 1000).toISOString(),
      },
    ]);
    expect((await waiting()).every(({ state }) => state === 'matched')).toBe(true);
    const enrolled = db().selectFrom('class_users').select('class_id').where('user_id', '=', user_id);
    expect(await enrolled.execute()).toEqual([{ class_id }]);
  });

  test('is known to the site that tells it after, and the other way about', async () => {
    await tell('payment_intent.succeeded', intent());
    const after = await site();
    const [charge] = await charges();
    expect(after.body.results[0]).toMatchObject({ state: 'unchanged', id: charge?.id });
    ref = `pi_${crypto.randomUUID()}`;
    const first = await site();
    expect(await tell('payment_intent.succeeded', intent())).toBe(200);
    expect(await tell('checkout.session.completed', session({}))).toBe(200);
    expect((await charges()).map(({ id }) => id)).toEqual([first.body.results[0].id]);
    expect(await waiting()).toEqual([]);
  });

  test('told by site and Stripe at once is one sale', async () => {
    const answers = await Promise.all([
      site(),
      tell('payment_intent.succeeded', intent()),
      site(),
      tell('checkout.session.completed', session()),
    ]);
    expect(answers.filter((answer) => answer === 200)).toHaveLength(2);
    expect(await charges()).toHaveLength(1);
  });

  test('of an event gives tickets, of a membership makes a member, by invoice as well', async () => {
    const event = await makeEvent(db(), { program_id: program, available: 2, end_at: inDays(1) });
    const who = { provost_program: String(program), provost_user: String(user_id) };
    await tell(
      'checkout.session.completed',
      session({ ...who, provost_event: String(event.id), provost_quantity: '2' }),
    );
    expect(await charges()).toMatchObject([
      { event_id: event.id, quantity: 2, charge_type: 'event_payment' },
    ]);
    const tickets = db().selectFrom('tickets').select('id').where('event_id', '=', event.id);
    expect(await tickets.execute()).toHaveLength(2);
    ref = `pi_${crypto.randomUUID()}`;
    await tell('payment_intent.succeeded', intent({ ...who, provost_event: String(event.id) }));
    expect([await charges(), await waiting()]).toMatchObject([[], [{ state: 'open', missing: ['tickets'] }]]);
    ref = `in_${crypto.randomUUID()}`;
    await tell('invoice.paid', {
      id: ref,
      object: 'invoice',
      amount_paid: 900,
      currency: 'usd',
      customer_email: 'ada@example.com',
      metadata: {},
      parent: { subscription_details: { metadata: { ...who, provost_membership: 'month' } } },
    });
    expect(await charges()).toMatchObject([{ charge_type: 'membership_payment', subscription: 'month' }]);
  });

  test.each([
    [
      'a session that is not paid',
      () => tell('checkout.session.completed', session(names(), { payment_status: 'unpaid' })),
    ],
    [
      'an invoice of nothing',
      () => tell('invoice.paid', { id: ref, amount_paid: 0, currency: 'usd', metadata: names() }),
    ],
  ])('%s books nothing', async (_, told) => {
    expect([await told(), await charges(), await waiting()]).toEqual([200, [], []]);
  });
});

describe('a subscription, of which session, invoice and payment tell', () => {
  let invoice: string;
  let stripe: Awaited<ReturnType<typeof openReceiver>>;
  beforeEach(async () => {
    invoice = ref.replace('pi_', 'in_');
    stripe = await openReceiver(() => {
      const data = [{ id: 'inpay_1', payment: { type: 'payment_intent', payment_intent: ref } }];
      return { status: 200, body: JSON.stringify({ object: 'list', has_more: false, data }) };
    });
    Object.assign(app().platform.config, {
      stripeSecretKey: 'sk_test_none',
      stripeApiBase: stripe.url.slice(0, -1),
    });
  });
  afterEach(async () => {
    delete app().platform.config.stripeSecretKey;
    await stripe[Symbol.asyncDispose]();
  });

  const told = (ofInvoice: object = {}) => {
    const member = { provost_program: tag, provost_membership: 'month', provost_user: String(user_id) };
    const subscription = 'sub_1';
    return [
      () =>
        tell('checkout.session.completed', session(member, { payment_intent: null, invoice, subscription })),
      () =>
        tell('invoice.paid', {
          id: invoice,
          object: 'invoice',
          amount_paid: 4999,
          currency: 'usd',
          customer_email: 'ada@example.com',
          metadata: {},
          parent: { subscription_details: { metadata: member, subscription } },
          ...ofInvoice,
        }),
      () => tell('payment_intent.succeeded', intent({})),
    ];
  };
  const booked = async () => {
    const rows = db().selectFrom('charges').select('id').where('provider_charge', 'in', [ref, invoice]);
    return (await rows.execute()).map(({ id }) => id);
  };

  test.each([
    ['as it happens', () => told()],
    ['the other way about', () => told().toReversed()],
    ['as older versions of Stripe tell it', () => told({ payment_intent: ref })],
  ])('is one sale: %s', async (_, events) => {
    for (const event of events()) expect(await event()).toBe(200);
    expect(await booked()).toEqual((await charges()).map(({ id }) => id));
    expect(await charges()).toMatchObject([{ charge_type: 'membership_payment', amount: 4999 }]);
    expect((await waiting()).every(({ state }) => state === 'matched')).toBe(true);
  });

  test('is one sale where all come at once', async () => {
    expect(await Promise.all([...told(), ...told()].map((event) => event()))).toEqual(Array(6).fill(200));
    expect(await booked()).toHaveLength(1);
    expect((await waiting()).every(({ state }) => state === 'matched')).toBe(true);
  });

  test('is the one that the site has told by its invoice', async () => {
    const { body } = await site({
      type: 'membership',
      class_id: undefined,
      subscription: 'month',
      provider_ref: invoice,
    });
    for (const event of told().toReversed()) expect(await event()).toBe(200);
    expect(await booked()).toEqual([body.results[0].id]);
    expect(await waiting()).toMatchObject([{ state: 'matched', charge_id: body.results[0].id }]);
  });

  const toldBySite = (given: object = {}) =>
    site({
      type: 'membership',
      class_id: undefined,
      subscription: 'month',
      provider_ref: invoice,
      ...given,
    });

  test('is the one that Stripe has told, whichever of its names the site tells', async () => {
    for (const event of told()) await event();
    const [id] = await booked();
    const other = await toldBySite({ amount: 4998 });
    expect(other.body.code).toBe('PROVIDER_REF_TAKEN');
    expect((await toldBySite()).body.results).toMatchObject([{ id, state: 'unchanged' }]);
    // Now it is told: no other reference takes it, by its other name either.
    const again = await toldBySite({ provider_ref: ref });
    expect(again.body.code).toBe('PROVIDER_REF_TAKEN');
    expect(await booked()).toEqual([id]);
  });

  test('is one sale where site and Stripe tell it by different names at once', async () => {
    const answers = await Promise.all([toldBySite(), ...[...told(), ...told()].map((event) => event())]);
    expect(answers.slice(1)).toEqual(Array(6).fill(200));
    expect(await booked()).toHaveLength(1);
    expect((await waiting()).every(({ state }) => state === 'matched')).toBe(true);
  });

  test('waits no longer under Unmatched payments once the site has told it by the other name', async () => {
    await tell('payment_intent.succeeded', intent({}, { invoice }));
    expect(await waiting()).toMatchObject([{ state: 'open' }]);
    const { body } = await toldBySite();
    expect(await waiting()).toMatchObject([{ state: 'matched', charge_id: body.results[0].id }]);
  });

  test('waits where Stripe cannot be asked', async () => {
    await stripe[Symbol.asyncDispose]();
    expect(await told()[0]?.()).toBe(503);
    expect(await booked()).toEqual([]);
  });
});

describe('a payment that names nothing to book', () => {
  test.each([
    ['nothing', {}, ['program', 'class', 'user']],
    ['a program alone', () => ({ provost_program: tag }), ['class', 'user']],
    ['a class that is not sold there', () => ({ ...names(), provost_class: '999999999' }), ['class']],
    ['a stranger', () => ({ ...names(), provost_user: '999999999' }), ['user']],
    ['no number', () => ({ ...names(), provost_user: 'x; drop table' }), ['user']],
  ])('%s: waits for staff, with what is missing', async (_, given, missing) => {
    const metadata = typeof given === 'function' ? given() : given;
    await tell('checkout.session.completed', session(metadata));
    await tell('checkout.session.completed', session(metadata));
    const named = 'provost_program' in metadata ? program : null;
    expect([await charges(), await waiting()]).toEqual([
      [],
      [{ state: 'open', missing, payer: 'Ada', charge_id: null, program_id: named }],
    ]);
  });

  test('in a currency that nothing is sold in waits as well', async () => {
    await tell('payment_intent.succeeded', intent(names(), { currency: 'thb' }));
    expect(await waiting()).toMatchObject([{ missing: ['currency'] }]);
  });

  test('is matched by a later event that names the rest, and by the site', async () => {
    await tell('payment_intent.succeeded', intent({ provost_program: tag }));
    await tell(
      'checkout.session.completed',
      session({ provost_class: String(class_id), provost_user: String(user_id) }),
    );
    const [charge] = await charges();
    expect(await waiting()).toMatchObject([{ state: 'matched', charge_id: charge?.id, missing: [] }]);
    ref = `pi_${crypto.randomUUID()}`;
    await tell('payment_intent.succeeded', intent({}));
    const told = await site();
    expect(await waiting()).toMatchObject([{ state: 'matched', charge_id: told.body.results[0].id }]);
  });
});

describe('staff', () => {
  const decide = (id: number, what: 'match' | 'dismiss', body: object, call = staff) =>
    call('POST', `unmatched-payment/${id}/${what}`, body);
  const match = () => ({ program_id: program, type: 'class', class_id, user_id });

  test('decide once: of ten at once one does, the others are told who was first', async () => {
    const { id } = await makeUnmatchedPayment(db(), { program_id: program });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        turn % 2 ? decide(id, 'match', match()) : decide(id, 'dismiss', {}),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array(9).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.conflict.changed_by).toContain('@');
    expect(
      (await db().selectFrom('charges').select('id').where('site_program_id', '=', program).execute()).length,
    ).toBeLessThanOrEqual(1);
  });

  test('dismiss many at once, all or none: one that was decided since is named, and the others stay open', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.push((await makeUnmatchedPayment(db(), { program_id: program })).id);
    const [first = 0, second = 0] = ids;
    await decide(second, 'dismiss', {});
    const dismiss = (some: readonly number[], call = staff) =>
      call('POST', 'unmatched-payments/dismiss', { ids: some, reason: 'Rent' });
    const states = async (): Promise<string[]> => {
      const { body } = await staff('GET', `unmatched-payments?state=all&program_id=${program}&sort_dest=asc`);
      return body.payments.map(({ state }: { state: string }) => state);
    };
    const refused = await dismiss(ids);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(new RegExp(`^#${second}: .*already dismissed this payment$`)),
    ]);
    expect(await states()).toEqual(['open', 'dismissed', 'open']);
    const foreign = (await makeUnmatchedPayment(db())).id;
    const bound = await app().as({ permissions: ['money'], program_id: program });
    expect(await dismiss([first, foreign], bound)).toMatchObject({
      status: 404,
      body: { message: `#${foreign}: Not found` },
    });
    expect(await states()).toEqual(['open', 'dismissed', 'open']);
    const both = await dismiss([ids[2] ?? 0, first, first], bound);
    expect(both.body.payments).toMatchObject([
      { id: first, state: 'dismissed', reason: 'Rent' },
      { id: ids[2], state: 'dismissed', reason: 'Rent' },
    ]);
    const entries = await db()
      .selectFrom('audit_entries')
      .select('entity_id')
      .where('entity', '=', 'unmatched_payment')
      .where('action', '=', 'dismiss')
      .where('entity_id', 'in', ids.map(String))
      .execute();
    expect(entries).toHaveLength(3);
  });

  test.each([
    ['class_id', () => ({ class_id: 2_000_000_000 })],
    ['user_id', () => ({ user_id: 2_000_000_000 })],
    ['type', () => ({ type: 'bundle' })],
    ['program_id', () => ({ program_id: 2_000_000_000 })],
    ['class_id', () => ({ class_id: undefined })],
    ['event_id', () => ({ type: 'event' })],
  ])('400 on %s for what the program does not sell or know, and nothing is booked', async (path, more) => {
    const { id, provider_ref } = await makeUnmatchedPayment(db(), { program_id: program });
    const { status, body } = await decide(id, 'match', { ...match(), ...more() });
    expect([status, body.errors?.[0].path]).toEqual([400, path]);
    ref = provider_ref ?? '';
    expect([await charges(), await waiting()]).toMatchObject([[], [{ state: 'open' }]]);
  });

  test('who repeat a match with its key, as a browser does, are told that it was booked', async () => {
    const { id, provider_ref } = await makeUnmatchedPayment(db(), { program_id: program });
    const again = { 'idempotency-key': crypto.randomUUID() };
    const once = () => staff('POST', `unmatched-payment/${id}/match`, match(), again);
    expect(statusesOf([await once(), await once()])).toEqual([200, 409]);
    ref = provider_ref ?? '';
    expect(await charges()).toHaveLength(1);
  });

  test('find what a program’s site sells, and nothing else', async () => {
    const word = `w${crypto.randomUUID().slice(0, 8)}`;
    const sold = (values: object, home?: number) =>
      makeSoldClass(db(), program, { class_name: `The ${word} of it`, ...values, ...(home && { home }) });
    const other = (await makeProgram(db())).id;
    const lent = await sold({}, other);
    const bundle = await sold({ is_bundle: true });
    const deleted = await sold({ del_flag: 1 });
    const gone = await sold({});
    await db().updateTable('class_programs').set({ active: 0 }).where('class_id', '=', gone).execute();
    const foreign = await makeSoldClass(db(), other, { class_name: word });
    const event = await makeEvent(db(), { name: `Draw of ${word}`, program_id: program });
    const bound = await app().as({ permissions: ['money'], program_id: program });
    const find = async (type: string, name: string, call: Call = bound, within = program) =>
      (await call('GET', `sold-search?program_id=${within}&type=${type}&name=${name}`)).body.found;
    for (const call of [bound, staff]) {
      expect(await find('class', word, call)).toEqual([{ id: lent, name: `The ${word} of it` }]);
      expect(await find('bundle', word, call)).toMatchObject([{ id: bundle }]);
      expect(await find('event', word, call)).toMatchObject([{ id: event.id }]);
      expect(await find('class', `%23${lent}`, call)).toMatchObject([{ id: lent }]);
    }
    for (const id of [deleted, gone, foreign]) expect(await find('class', `%23${id}`)).toEqual([]);
    // Bound staff search their own program, whichever they name.
    expect(await find('class', word, bound, other)).toMatchObject([{ id: lent }]);
    expect(await find('class', word, staff, other)).toMatchObject([{ id: foreign }, { id: lent }]);
  });

  test('find payments by who paid, by any of their names and by their number', async () => {
    const word = crypto.randomUUID().slice(0, 8);
    const { id, provider_ref } = await makeUnmatchedPayment(db(), { payer: `Grace ${word.toUpperCase()}` });
    const found = async (name: string, state = 'open') =>
      (
        await staff('GET', `unmatched-payments?${new URLSearchParams({ name, state }).toString()}`)
      ).body.payments.map((payment: { id: number }) => payment.id);
    for (const name of [`${word} grace`, provider_ref ?? '', `#${id}`])
      expect(await found(name)).toEqual([id]);
    for (const name of [`${word} hopper`, `%${word}`, `#${id}0`]) expect(await found(name)).toEqual([]);
    expect((await decide(id, 'dismiss', {})).status).toBe(200);
    expect([await found(word), await found(word, 'all')]).toEqual([[], [id]]);
  });

  test('of a program see those that name it, and book for it alone', async () => {
    const bound = await app().as({ permissions: ['money'], program_id: program });
    const own = await makeUnmatchedPayment(db(), { program_id: program });
    await makeUnmatchedPayment(db(), { program_id: (await makeProgram(db())).id });
    const unnamed = await makeUnmatchedPayment(db());
    const { body } = await bound('GET', 'unmatched-payments');
    expect([body.count, body.payments.map(({ id }: { id: number }) => id)]).toEqual([1, [own.id]]);
    const within = async (call: Call, asked: number) =>
      (await call('GET', `unmatched-payments?program_id=${asked}`)).body.count;
    expect([await within(staff, program), await within(bound, program + 1)]).toEqual([1, 1]);
    expect((await decide(unnamed.id, 'match', match(), bound)).status).toBe(404);
    const other = (await makeProgram(db())).id;
    expect((await decide(own.id, 'match', { ...match(), program_id: other }, bound)).status).toBe(400);
    expect((await decide(own.id, 'match', match(), bound)).status).toBe(200);
    const home = (await bound('GET', 'dashboard/attention')).body;
    expect(JSON.stringify(home)).not.toContain('unmatched_payments');
  });
});
