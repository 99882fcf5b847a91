/** A payment of Stripe by its two names, before and after anybody said that they are one: noticed, asked about, and never booked twice unseen. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { STRIPE_SECRET, sendStripeEvent, stripeEvent } from '../../../../test/peers/stripe-events.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { openReceiver } from '../../../../test/rows/webhooks.ts';

const app = useTestApp({ stripeWebhookSecret: STRIPE_SECRET, siteCallsPerMinute: 100_000 });
const db = () => app().platform.database.everything;

let program: number;
let key: string;
let class_id: number;
let user_id: number;
let intent: string;
let invoice: string;
let staff: Call;
beforeEach(async () => {
  ({ id: program } = await makeProgram(db()));
  key = (await makeSiteKey(db(), program)).site_key;
  class_id = await makeSoldClass(db(), program);
  user_id = (await makeSiteUser(db(), { program_id: program })).id;
  intent = `pi_${crypto.randomUUID().replaceAll('-', '')}`;
  invoice = intent.replace('pi_', 'in_');
  staff = await app().as({ permissions: ['superadmin'] });
});

const tell = async (type: string, object: object) =>
  (await sendStripeEvent(app(), stripeEvent(type, object))).statusCode;

const names = () => ({
  provost_program: String(program),
  provost_class: String(class_id),
  provost_user: String(user_id),
});
/** `more` may say which payment intent has paid it. */
const paidInvoice = (more: object = {}) =>
  tell('invoice.paid', {
    id: invoice,
    object: 'invoice',
    amount_paid: 4999,
    currency: 'usd',
    metadata: {},
    ...more,
  });
const paidIntent = (more: object = {}) =>
  tell('payment_intent.succeeded', {
    id: intent,
    object: 'payment_intent',
    amount_received: 4999,
    currency: 'usd',
    metadata: {},
    ...more,
  });
const linked = () => paidInvoice({ payment_intent: intent });
const site = async (provider_ref: string, more: object = {}) =>
  app().call(
    'POST',
    '/api/site/charges',
    {
      reference: provider_ref,
      type: 'class',
      class_id,
      user_id,
      amount: 4999,
      currency: 'USD',
      provider: 'stripe',
      provider_ref,
      ...more,
    },
    { authorization: `Bearer ${key}` },
  );

const charges = () =>
  db().selectFrom('charges').selectAll().where('site_program_id', '=', program).orderBy('id').execute();
const noticed = () =>
  db()
    .selectFrom('unbooked_events')
    .select(['id', 'reason', 'object_id', 'provider_charge', 'amount', 'currency', 'resolved_at'])
    .where('object_id', 'in', [invoice, intent])
    .execute();
const waiting = () =>
  db()
    .selectFrom('unmatched_payments')
    .select(['id', 'provider_ref', 'state', 'charge_id', 'missing', 'reason', 'named'])
    .where('provider_ref', 'in', [invoice, intent])
    .orderBy('id')
    .execute();
const TWICE = () => ({
  reason: 'booked_twice',
  object_id: invoice,
  provider_charge: intent,
  amount: 4999,
  currency: 'USD',
  resolved_at: null,
});

/** A Stripe on loopback: its answer to whatever it is asked. */
async function withStripe(answer: () => { status: number; body: object }) {
  const stripe = await openReceiver(() => {
    const { status, body } = answer();
    return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  });
  const stripeApiBase = stripe.url.slice(0, -1);
  Object.assign(app().platform.config, { stripeSecretKey: 'rk_test_none', stripeApiBase });
  return stripe;
}
afterEach(() => {
  delete app().platform.config.stripeSecretKey;
});
const list = (data: object[]) => ({ status: 200, body: { object: 'list', has_more: false, data } });
const paidBy = (payment_intent: string) =>
  list([{ id: 'inpay_1', payment: { type: 'payment_intent', payment_intent } }]);
const refused = () => ({
  status: 403,
  body: { error: { type: 'invalid_request_error', message: 'The provided key lacks the permission' } },
});
const broken = () => ({ status: 500, body: { error: { type: 'api_error', message: 'Down' } } });

describe('told by a site by both names before Stripe said that they are one', () => {
  test.each([
    ['the intent first', () => [intent, invoice]],
    ['the invoice first', () => [invoice, intent]],
  ])('is noticed once Stripe says so, and both stay: %s', async (_, refs) => {
    for (const ref of refs()) expect((await site(ref)).body.results).toMatchObject([{ state: 'created' }]);
    expect(await noticed()).toEqual([]);
    const said = () => paidIntent({ invoice });
    expect(await Promise.all([linked(), said(), linked(), said()])).toEqual([200, 200, 200, 200]);
    expect(await noticed()).toMatchObject([TWICE()]);
    expect(await charges()).toMatchObject([{ refunded: 0 }, { refunded: 0 }]);
    expect(await waiting()).toEqual([]);
    const [row] = (await staff('GET', 'unbooked-events?open=1')).body.events;
    const [first, second] = await charges();
    expect(row).toMatchObject({
      reason: 'booked_twice',
      amount: 49.99,
      currency: 'USD',
      transactions: [
        {
          id: first?.id,
          amount: 49.99,
          refundable: 49.99,
          currency: 'USD',
        },
        {
          id: second?.id,
          amount: 49.99,
          refundable: 49.99,
          currency: 'USD',
        },
      ],
    });
  });

  test('is noticed wherever Stripe’s word falls among both calls', async () => {
    for (let turn = 0; turn < 6; turn++) {
      intent = `pi_${crypto.randomUUID().replaceAll('-', '')}`;
      invoice = intent.replace('pi_', 'in_');
      const before = (await charges()).length;
      const calls = [() => site(intent), () => site(invoice), linked, () => paidIntent({ invoice })];
      await Promise.all((turn % 2 ? calls : calls.toReversed()).map((call) => call()));
      expect(await linked()).toBe(200);
      const booked = (await charges()).length - before;
      expect([booked, await noticed()]).toMatchObject(booked === 2 ? [2, [TWICE()]] : [1, []]);
    }
  });

  test('counts as money at stake, and is reversed by staff: no money moves, the other sale and the place stay', async () => {
    const attention = async () =>
      (await staff('GET', 'dashboard/attention?kind=unbooked_events')).body.items[0]?.amounts?.find(
        ({ currency }: { currency: string }) => currency === 'USD',
      )?.amount ?? 0;
    const atStake = await attention();
    await site(intent);
    await site(invoice);
    await linked();
    expect((await attention()) - atStake).toBeCloseTo(49.99);
    const [event] = await noticed();
    const [kept, reversed] = await charges();
    const reversing = (charge_id: number) =>
      staff('POST', `unbooked-event/${event?.id}/reverse`, { charge_id });
    const foreign = await reversing(1_999_999_999);
    expect([foreign.status, foreign.body.errors?.[0].path]).toEqual([400, 'charge_id']);
    const once = () => reversing(reversed?.id ?? 0);
    expect(statusesOf(await Promise.all([once(), once(), once()]))).toEqual([200, 400, 400]);
    expect(await charges()).toMatchObject([
      { id: kept?.id, refunded: 0, reserved: 0 },
      { id: reversed?.id, refunded: 4999, reserved: 0 },
    ]);
    const { rows } = await sql`
      select charge_id, sum(amount - refunded)::integer as left from charge_lines
      where charge_id in (${kept?.id}, ${reversed?.id}) group by 1 order by 1`.execute(db());
    expect(rows).toEqual([
      { charge_id: kept?.id, left: 4999 },
      { charge_id: reversed?.id, left: 0 },
    ]);
    const refunds = db()
      .selectFrom('refunds')
      .selectAll()
      .where('charge_id', '=', reversed?.id ?? 0);
    expect(await refunds.execute()).toMatchObject([
      { provider: 'manual', state: 'succeeded', returned_at: expect.any(String) },
    ]);
    const place = db().selectFrom('class_users').select('enrol_status').where('user_id', '=', user_id);
    expect(await place.execute()).toEqual([{ enrol_status: 0 }]);
    expect(await noticed()).toMatchObject([{ resolved_at: expect.any(String) }]);
    expect((await attention()) - atStake).toBeCloseTo(0);
    // Stripe says it again: what is decided stays decided.
    await linked();
    expect(await noticed()).toMatchObject([{ resolved_at: expect.any(String) }]);
    expect((await reversing(kept?.id ?? 0)).status).toBe(400);
    // A refund at Stripe is the kept one's, as nothing is left of the other.
    const refund = { id: `re_${intent}`, object: 'refund', charge: null, payment_intent: intent };
    const done = { amount: 4999, currency: 'usd', status: 'succeeded', metadata: {} };
    expect(await tell('refund.created', { ...refund, ...done })).toBe(200);
    expect(await charges()).toMatchObject([{ refunded: 4999 }, { refunded: 4999 }]);
  });
});

describe('an invoice that a site names where Stripe can be asked', () => {
  test.each([
    ['after the intent', () => [intent, invoice]],
    ['before it', () => [invoice, intent]],
  ])('is the same sale: %s', async (_, refs) => {
    await using _stripe = await withStripe(() => paidBy(intent));
    const [first = '', second = ''] = refs();
    expect((await site(first)).body.results).toMatchObject([{ state: 'created' }]);
    expect(await site(second)).toMatchObject({ status: 409, body: { code: 'PROVIDER_REF_TAKEN' } });
    expect([await charges(), await noticed()]).toMatchObject([[{ provider_charge: first }], []]);
  });

  test('is the same sale where both come at once, and Stripe is asked of an invoice until it has answered', async () => {
    await using stripe = await withStripe(() => paidBy(intent));
    const answers = await Promise.all([site(intent), site(invoice), site(intent), site(invoice)]);
    expect(statusesOf(answers)).toEqual([200, 200, 409, 409]);
    expect(await charges()).toHaveLength(1);
    const asked = stripe.received.length;
    await site(invoice);
    expect(stripe.received).toHaveLength(asked);
  });

  test.each([
    ['is down', broken],
    ['does not let the key', refused],
    ['knows of no payment', () => list([])],
  ])('is booked as it was told where Stripe %s, and noticed later', async (_, answer) => {
    await using _stripe = await withStripe(answer);
    await site(intent);
    expect((await site(invoice)).body.results).toMatchObject([{ state: 'created' }]);
    expect(await noticed()).toEqual([]);
    delete app().platform.config.stripeSecretKey;
    await linked();
    expect(await noticed()).toMatchObject([TWICE()]);
  });

  test('of another provider is nothing that Stripe is asked about', async () => {
    await using stripe = await withStripe(() => paidBy(intent));
    await site(invoice, { provider: 'manual' });
    expect(stripe.received).toEqual([]);
  });
});

describe('an event of which the key may not read all', () => {
  test('is booked by what it says itself, answered by 200, and shown once', async () => {
    await using _stripe = await withStripe(refused);
    expect(await paidInvoice({ metadata: names() })).toBe(200);
    expect(await paidInvoice({ metadata: names() })).toBe(200);
    expect(await charges()).toMatchObject([{ provider_charge: invoice, amount: 4999 }]);
    expect(await noticed()).toMatchObject([
      { reason: 'not_permitted', object_id: invoice, amount: 4999, currency: 'USD' },
    ]);
  });

  test('that names nothing itself waits for staff', async () => {
    await using _stripe = await withStripe(refused);
    const subscription = { parent: { subscription_details: { metadata: {}, subscription: 'sub_1' } } };
    expect(await paidInvoice({ payment_intent: intent, ...subscription })).toBe(200);
    expect(await waiting()).toMatchObject([{ provider_ref: intent, state: 'open' }]);
    expect(await noticed()).toMatchObject([{ reason: 'not_permitted' }]);
  });

  test('about a sale that is booked shows nothing', async () => {
    await using _stripe = await withStripe(refused);
    await site(intent);
    expect(await linked()).toBe(200);
    expect(await noticed()).toEqual([]);
  });

  test('about refunds is kept', async () => {
    await using _stripe = await withStripe(refused);
    await site(intent);
    expect(
      await tell('charge.refunded', { id: intent, object: 'charge', amount: 4999, currency: 'usd' }),
    ).toBe(200);
    expect(await noticed()).toMatchObject([{ reason: 'not_permitted', object_id: intent }]);
  });

  test('comes again while Stripe is down or does not know the key', async () => {
    await using _stripe = await withStripe(broken);
    expect(await paidInvoice({ metadata: names() })).toBe(503);
    expect([await charges(), await noticed()]).toEqual([[], []]);
  });

  test('is booked where Stripe does not know what it names', async () => {
    const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such invoice' };
    await using _stripe = await withStripe(() => ({ status: 404, body: { error } }));
    expect(await paidInvoice({ metadata: names() })).toBe(200);
    expect([await charges(), await noticed()]).toMatchObject([[{ provider_charge: invoice }], []]);
  });
});

describe('an open unmatched payment', () => {
  test('is found by its other name, with what it named', async () => {
    await paidInvoice({ metadata: { provost_program: String(program) } });
    await linked();
    expect(await waiting()).toMatchObject([
      { provider_ref: invoice, state: 'open', missing: ['class', 'user'] },
    ]);
    const { provost_class, provost_user } = names();
    await paidIntent({ metadata: { provost_class, provost_user } });
    const [charge] = await charges();
    expect(await waiting()).toMatchObject([{ state: 'matched', charge_id: charge?.id }]);
  });

  test('by each of its names is one once they are known to be one', async () => {
    const { provost_program, provost_class, provost_user } = names();
    await paidInvoice({ metadata: { provost_program } });
    await paidIntent({ metadata: { provost_class } });
    expect(await waiting()).toMatchObject([{ state: 'open' }, { state: 'open' }]);
    await linked();
    const [other, kept] = await waiting();
    expect(other).toMatchObject({ state: 'dismissed', reason: `The same payment as #${kept?.id}` });
    expect(kept).toMatchObject({
      provider_ref: intent,
      state: 'open',
      missing: ['user'],
      named: {
        program: provost_program,
        class: provost_class,
      },
    });
    // Whatever comes yet, the one that was put into the other decides nothing.
    await linked();
    expect(await waiting()).toMatchObject([{ state: 'dismissed' }, { state: 'open' }]);
    await paidIntent({ invoice, metadata: { provost_user } });
    const [charge] = await charges();
    expect(await waiting()).toMatchObject([
      { state: 'dismissed' },
      { state: 'matched', charge_id: charge?.id },
    ]);
  });

  test('told by both of its names at once is one', async () => {
    const said = [linked, () => paidIntent({ invoice }), paidInvoice, paidIntent];
    expect(await Promise.all([...said, ...said].map((one) => one()))).toEqual(Array(8).fill(200));
    expect((await waiting()).filter(({ state }) => state === 'open')).toHaveLength(1);
  });

  test('that was dismissed by one of its names does not come back by the other', async () => {
    await paidInvoice();
    await paidIntent();
    const [ofInvoice] = await waiting();
    await staff('POST', `unmatched-payment/${ofInvoice?.id}/dismiss`, { reason: 'Not ours' });
    await linked();
    expect(await waiting()).toMatchObject([
      { state: 'dismissed', reason: 'Not ours' },
      { state: 'dismissed', reason: `The same payment as #${ofInvoice?.id}` },
    ]);
  });
});
