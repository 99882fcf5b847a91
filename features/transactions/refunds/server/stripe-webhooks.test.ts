/** What Stripe tells: signed or not, once, in any order, of refunds of ours and of its own. */
import { sql } from 'kysely';
import Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../../../server/context.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';
import { payAll } from '../../../../test/models/paying.ts';
import { useFaultyStripe } from '../../../../test/peers/faulty-stripe.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import { system } from '../../../../test/system.ts';
import { recordCharge } from '../../server/charges.ts';
import { reserveRefund } from './reserve.ts';
import { sendDueRefunds } from './send-refunds.job.ts';

const SECRET = 'whsec_ofTheTests';
const stripe = useFaultyStripe();
const app = useTestApp({ stripeWebhookSecret: SECRET, stripeSecretKey: stripe.key });
const silent = useTestApp();
const db = () => app().platform.database.everything;

let instructor: number;
let class_id: number;
let charge: number;
let name: string;
let events = 0;

beforeAll(() => {
  Object.assign(app().platform.config, { stripeApiBase: stripe.url });
});

beforeEach(async () => {
  stripe.nextStatus = '';
  const program_id = (await makeProgram(db())).id;
  instructor = (await makeInstructor(db(), { program_id })).id;
  class_id = (await makeClass(db(), { instructor_id: instructor, program_id })).id;
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 30 }]);
  charge = await recordCharge(system(db()), { class_id, amount: 10_000, currency: 'USD' });
  name = await stripe.charge(10_000);
  await db()
    .updateTable('charges')
    .set({ provider: 'stripe', provider_charge: name })
    .where('id', '=', charge)
    .execute();
});

type Told = { type: string; object: object; id?: string };

async function tell(
  { type, object, id = `evt_${++events}` }: Told,
  more: { secret?: string; of?: string } = {},
) {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } });
  const signed = Stripe.webhooks.generateTestHeaderString({
    payload: more.of ?? payload,
    secret: more.secret ?? SECRET,
  });
  const { statusCode, body } = await app().http.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    payload,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signed },
  });
  return { status: statusCode, body: JSON.parse(body) as { code?: string }, headers: {} };
}

const refund = (values: object) => ({
  object: 'refund',
  charge: name,
  payment_intent: null,
  amount: 2500,
  currency: 'usd',
  status: 'succeeded',
  metadata: {},
  failure_reason: null,
  ...values,
});
const dispute = (status: string) => ({
  object: 'dispute',
  id: `dp_${charge}`,
  charge: name,
  payment_intent: null,
  status,
  created: 1_790_000_000,
});
const ask = (amount: number) =>
  transact(system(db()), (tx) =>
    reserveRefund(tx, {
      charge_id: charge,
      amount,
      cancel_registration: false,
      class_id: null,
      reason: '',
    }),
  );
const send = async () => {
  await sql`update refunds set due_at = provost_now() where due_at is not null and charge_id = ${charge}`.execute(
    db(),
  );
  await sendDueRefunds(app().platform);
};
const standing = () =>
  db()
    .selectFrom('charges')
    .select(['refunded', 'reserved', 'disputed_at'])
    .where('id', '=', charge)
    .executeTakeFirstOrThrow();
const states = async () =>
  (
    await db()
      .selectFrom('refunds')
      .select(['state', 'origin'])
      .where('charge_id', '=', charge)
      .orderBy('id')
      .execute()
  ).map(({ state, origin }) => `${state} ${origin}`);

describe('the signature', () => {
  test('of another secret, of other bytes, too old, none, or where no secret is set: 400, and nothing is booked', async () => {
    const told = { type: 'refund.updated', object: refund({ id: 're_x' }) };
    expect((await tell(told, { secret: 'whsec_another' })).status).toBe(400);
    expect((await tell(told, { of: '{}' })).status).toBe(400);
    const payload = JSON.stringify({ ...told, id: 'evt_x' });
    const old = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: SECRET,
      timestamp: 1_700_000_000,
    });
    const url = '/api/webhooks/stripe';
    for (const headers of [{}, { 'stripe-signature': old }, { 'stripe-signature': 't=1,v1=00' }])
      expect((await app().http.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(400);
    const fresh = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
    const headers = { 'stripe-signature': fresh };
    expect((await silent().http.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(400);
    expect(await states()).toEqual([]);
  });

  test('nothing, no JSON and too much: refused in words', async () => {
    const inject = (payload: string) => {
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
      return app().http.inject({
        method: 'POST',
        url: '/api/webhooks/stripe',
        payload,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      });
    };
    for (const payload of ['', 'x', 'null', '[]', '{}', '{"id":1,"type":{}}'])
      expect((await inject(payload)).statusCode, payload).toBe(400);
    expect((await inject('x'.repeat(600_000))).statusCode).toBe(413);
  });
});

test('what it tells of ours settles it once, in whatever order: pending after success changes nothing', async () => {
  stripe.nextStatus = 'pending';
  const id = await ask(2500);
  await send();
  const made = (await stripe.refundsOf(name))[0]?.id;
  const told = (status: string) =>
    tell({
      type: 'refund.updated',
      object: refund({ id: made, status, metadata: { refund_id: String(id) } }),
    });
  expect(await states()).toEqual(['pending here']);
  expect((await told('succeeded')).status).toBe(200);
  expect((await told('pending')).status).toBe(200);
  expect(await states()).toEqual(['succeeded here']);
  expect(await standing()).toMatchObject({ refunded: 2500, reserved: 0 });
  expect((await told('failed')).status).toBe(200);
  expect((await told('succeeded')).status).toBe(200);
  expect(await states()).toEqual(['failed here']);
  expect(await standing()).toMatchObject({ refunded: 0, reserved: 0 });
});

test('news that is faster than the answer: known by its metadata, and the answer changes nothing', async () => {
  const id = await ask(2500);
  const told = {
    type: 'refund.created',
    object: refund({ id: 're_fast', metadata: { refund_id: String(id) } }),
  };
  // Not even asked for: whoever says so has to come again.
  expect((await tell({ ...told, id: 'evt_fast' })).status).toBe(503);
  await db().updateTable('refunds').set({ state: 'sending' }).where('id', '=', id).execute();
  expect((await tell({ ...told, id: 'evt_fast' })).status).toBe(200);
  expect(await states()).toEqual(['succeeded here']);
  await send();
  expect(await standing()).toMatchObject({ refunded: 2500, reserved: 0 });
});

test('the same event fifty times at once is booked once', async () => {
  const told = { type: 'refund.updated', object: refund({ id: `re_${charge}` }), id: 'evt_fifty' };
  const answers = await Promise.all(Array.from({ length: 50 }, () => tell(told)));
  expect(statusesOf(answers)).toEqual(Array(50).fill(200));
  expect(await states()).toEqual(['succeeded provider']);
  expect(await standing()).toMatchObject({ refunded: 2500, reserved: 0 });
});

test('fifty events about one refund that was made at Stripe: one refund of ours', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      tell({ type: n % 2 ? 'refund.updated' : 'refund.created', object: refund({ id: `re_${charge}` }) }),
    ),
  );
  expect(statusesOf(answers)).toEqual(Array(50).fill(200));
  expect(await states()).toEqual(['succeeded provider']);
});

test('charge.refunded: what was made at Stripe is booked, with its debt where a line is paid', async () => {
  await payAll(db(), { user_id: instructor }, 'USD');
  const client = new Stripe(stripe.key, {
    host: '127.0.0.1',
    port: Number(new URL(stripe.url).port),
    protocol: 'http',
  });
  await client.refunds.create({ charge: name, amount: 1000 });
  await client.refunds.create({ charge: name, amount: 500 });
  const told = { type: 'charge.refunded', object: { object: 'charge', id: name } };
  expect((await tell(told)).status).toBe(200);
  expect((await tell(told)).status).toBe(200);
  expect(await states()).toEqual(['succeeded provider', 'succeeded provider']);
  expect(await standing()).toMatchObject({ refunded: 1500, reserved: 0 });
  const { rows } = await sql<{ owed: number }>`
    select sum(a.amount)::integer as owed from payout_adjustments a join refund_lines l on l.id = a.refund_line_id
    where l.charge_id = ${charge}`.execute(db());
  expect(rows).toEqual([{ owed: -1050 }]);
});

test('made at Stripe while ours has it set aside: comes again until ours has failed', async () => {
  const id = await ask(9000);
  const told = {
    type: 'refund.updated',
    object: refund({ id: `re_${charge}`, amount: 9000 }),
    id: `evt_c${charge}`,
  };
  expect((await tell(told)).status).toBe(503);
  expect(await standing()).toMatchObject({ refunded: 0, reserved: 9000 });
  await db().updateTable('refunds').set({ state: 'sending' }).where('id', '=', id).execute();
  const { settleRefund } = await import('./settle.ts');
  await transact(system(db()), (tx) =>
    settleRefund(tx, id, { state: 'failed', failure: 'refunded already' }),
  );
  expect((await tell(told)).status).toBe(200);
  expect(await states()).toEqual(['failed here', 'succeeded provider']);
  expect(await standing()).toMatchObject({ refunded: 9000, reserved: 0 });
});

test('a dispute holds the lines until it is won, also where its end is told first', async () => {
  expect((await tell({ type: 'charge.dispute.created', object: dispute('needs_response') })).status).toBe(
    200,
  );
  expect((await standing()).disputed_at).not.toBeNull();
  expect(await payAll(db(), { user_id: instructor }, 'USD')).toBeNull();
  expect((await tell({ type: 'charge.dispute.closed', object: dispute('won') })).status).toBe(200);
  expect((await standing()).disputed_at).toBeNull();
  await tell({ type: 'charge.dispute.created', object: dispute('needs_response') });
  expect((await standing()).disputed_at).toBeNull();
  expect(await payAll(db(), { user_id: instructor }, 'USD')).not.toBeNull();
});

test('two disputes: held while one of them is open or lost, in whatever order they are told', async () => {
  const held = async () => (await standing()).disputed_at !== null;
  const one = dispute('needs_response');
  const other = { ...one, id: `${one.id}b` };
  for (const object of [one, other]) await tell({ type: 'charge.dispute.created', object });
  await tell({ type: 'charge.dispute.closed', object: { ...one, status: 'won' } });
  expect(await held()).toBe(true);
  await tell({ type: 'charge.dispute.closed', object: { ...other, status: 'won' } });
  expect(await held()).toBe(false);
  const lost = { ...one, id: `${one.id}c` };
  await tell({ type: 'charge.dispute.closed', object: { ...lost, status: 'lost' } });
  await tell({ type: 'charge.dispute.created', object: lost });
  expect(await held()).toBe(true);
});

test('a failure at Stripe that is told before its success stays one', async () => {
  const told = (type: string, status: string) =>
    tell({ type, object: refund({ id: `re_o${charge}`, status }) });
  expect((await told('refund.failed', 'failed')).status).toBe(200);
  expect((await told('refund.updated', 'succeeded')).status).toBe(200);
  expect((await told('refund.created', 'pending')).status).toBe(200);
  expect(await states()).toEqual(['failed provider']);
  expect(await standing()).toMatchObject({ refunded: 0, reserved: 0 });
});

test('a sale that was told by its invoice is refunded by its payment, here and at Stripe', async () => {
  const invoice = `in_${charge}`;
  await db().insertInto('payment_invoices').values({ invoice, provider_ref: name }).execute();
  await db().updateTable('charges').set({ provider_charge: invoice }).where('id', '=', charge).execute();
  await ask(1000);
  await send();
  expect(await states()).toEqual(['succeeded here']);
  await tell({ type: 'refund.created', object: refund({ id: `re_i${charge}` }) });
  expect(await states()).toEqual(['succeeded here', 'succeeded provider']);
  expect(await standing()).toMatchObject({ refunded: 3500, reserved: 0 });
});

describe('what can never be booked', () => {
  type Kept = { object_id: string; reason: string; amount: number | null; currency: string | null };
  const kept = async (): Promise<Kept[]> =>
    db()
      .selectFrom('unbooked_events')
      .select(['object_id', 'reason', 'amount', 'currency'])
      .orderBy('id')
      .execute();
  beforeEach(() => sql`update unbooked_events set provider = 'before ' || id`.execute(db()));
  const since = async () => {
    const names = await db()
      .selectFrom('unbooked_events')
      .select('object_id')
      .where('provider', '=', 'stripe')
      .execute();
    return (await kept()).filter(({ object_id }) => names.some((one) => one.object_id === object_id));
  };
  const LATE = 9_999_999_999_999;

  test.each<[what: string, type: string, object: object, reason: string]>([
    ['an unknown charge', 'refund.updated', { charge: 'ch_unknown' }, 'unknown_charge'],
    ['another currency', 'refund.updated', { currency: 'jpy' }, 'other_currency'],
    ['more than was paid', 'refund.created', { amount: 10_001 }, 'over_the_charge'],
    ['no currency', 'refund.created', { currency: undefined }, 'malformed'],
    ['an amount that is none', 'refund.created', { amount: 'much' }, 'malformed'],
    ['half a cent', 'refund.created', { amount: 0.5 }, 'malformed'],
    ['a status that nobody knows', 'refund.updated', { status: 'elsewhere' }, 'malformed'],
    ['a charge that is a list', 'refund.updated', { charge: [] }, 'malformed'],
    ['a dispute of an unknown charge', 'charge.dispute.created', { charge: 'ch_unknown' }, 'unknown_charge'],
    ['a dispute of no time', 'charge.dispute.created', { created: LATE }, 'malformed'],
  ])('is a 200, kept once and never booked: %s', async (_what, type, object, reason) => {
    const id = `re_${crypto.randomUUID()}`;
    const base = type.startsWith('refund') ? refund({ id }) : { ...dispute('needs_response'), id };
    const told = { type, object: { ...base, ...object } };
    const answers = await Promise.all([tell(told), tell(told), tell({ ...told, id: `evt_${id}` })]);
    expect(statusesOf(answers)).toEqual([200, 200, 200]);
    expect((await tell({ ...told, id: `evt_${id}` })).status).toBe(200);
    expect(await since()).toMatchObject([{ object_id: id, reason }]);
    expect(await states()).toEqual([]);
    expect(await standing()).toMatchObject({ refunded: 0, reserved: 0, disputed_at: null });
  });

  test('is shown with its amount to those who hold money for every program, and marked by who looked', async () => {
    await tell({
      type: 'refund.updated',
      object: refund({ id: `re_s${charge}`, charge: 'ch_s', created: 1_790_000_000 }),
    });
    const call = await app().as({ permissions: ['money'], email: `looks-${charge}@example.com` });
    const { body } = await call('GET', 'unbooked-events?open=1');
    const { id } = body.events[0];
    expect(body.events[0]).toMatchObject({
      object_id: `re_s${charge}`,
      provider_charge: 'ch_s',
      type: 'refund.updated',
      reason: 'unknown_charge',
      amount: 25,
      currency: 'USD',
      happened_at: '2026-09-21T14:13:20.000Z',
      resolved_at: null,
    });
    const found = async (name: string) =>
      (await call('GET', `unbooked-events?name=${encodeURIComponent(name)}`)).body.count;
    expect(await Promise.all([`RE_s${charge}`, `#${id}`, `re_s${charge}0`].map(found))).toEqual([1, 1, 0]);
    const item = async () =>
      (await call('GET', 'dashboard/attention?kind=unbooked_events')).body.items[0]?.count ?? 0;
    expect(await item()).toBe(body.count);
    const { event } = (await call('POST', `unbooked-event/${id}/resolve`, {})).body;
    expect(event).toMatchObject({
      resolved_by: `looks-${charge}@example.com`,
      resolved_at: expect.any(String),
    });
    const other = await app().as({ permissions: ['money'] });
    expect((await other('POST', `unbooked-event/${id}/resolve`, {})).body.event).toEqual(event);
    expect(await item()).toBe(body.count - 1);
    await other('POST', `unbooked-event/${id}/resolve`, { resolved: 0 });
    expect(await item()).toBe(body.count);
    const bound = await app().as({ permissions: ['money'], program_id: (await makeProgram(db())).id });
    expect((await bound('GET', 'unbooked-events')).status).toBe(403);
  });
});

test('of something else: taken, and nothing happens', async () => {
  expect((await tell({ type: 'balance.available', object: { object: 'balance' } })).status).toBe(200);
  expect((await tell({ type: 'invoice.paid', object: { object: 'invoice', id: 'in_1' } })).status).toBe(200);
  expect(await states()).toEqual([]);
});
