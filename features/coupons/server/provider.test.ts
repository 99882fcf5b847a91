/** Coupons with a payment provider: what it says is kept, and what it does not say is not saved. */
import { PassThrough } from 'node:stream';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { type Fault, STRIPE_KEY, useStripe } from '../../../test/peers/stripe-server.ts';
import { useShortLimits } from '../../../test/short-limits.ts';
import type { Coupon } from '../contract.ts';

useShortLimits();

const stripe = useStripe();
const log = new PassThrough();
const logged: string[] = [];
log.on('data', (chunk: Buffer) => logged.push(chunk.toString()));
const app = useTestApp({ stripeSecretKey: STRIPE_KEY, logLevel: 'trace' }, { log });
const db = () => app().platform.database.everything;
let program: number;
let admin: Call & { admin_id: number };

beforeAll(async () => {
  app().platform.config.stripeApiBase = stripe.url;
  program = (await makeProgram(db())).id;
  admin = await app().as({ permissions: ['store'] });
});
afterEach(() => {
  stripe.meanwhile = null;
});

const save = (data: object, id?: number, call: Call = admin) =>
  id
    ? call('PATCH', `coupon/${id}`, { data })
    : call('POST', 'coupon', { data: { coupon_name: 'A coupon', program_id: program, ...data } });
async function make(coupon_stripe_id: string): Promise<Coupon> {
  const { status, body } = await save({ coupon_stripe_id });
  expect([status, body.message]).toEqual([200, undefined]);
  return body.coupon;
}
const rows = async () =>
  (await db().selectFrom('coupons').selectAll().orderBy('id').execute()).map((row) => JSON.stringify(row));

describe('what the provider says', () => {
  test('is kept and answered: percent or amount, in the units of its currency, and until when', async () => {
    stripe.coupons.set('QUARTER', { percent_off: 25 });
    stripe.coupons.set('TEN', { amount_off: 1050, currency: 'eur', redeem_by: 1_800_000_000 });
    stripe.coupons.set('YEN', { amount_off: 500, currency: 'jpy', valid: false });
    stripe.coupons.set('DONG', { amount_off: 50_000, currency: 'vnd' });
    stripe.coupons.set('DINAR', { amount_off: 1500, currency: 'kwd' });
    stripe.coupons.set('q/ü ?#', { percent_off: 12.5 });
    const said = { currency: null, valid: true, redeem_by: null };
    expect(await make('QUARTER')).toMatchObject({
      is_percents: 1,
      known: { kind: 'percent', value: 25, ...said },
    });
    expect(await make('TEN')).toMatchObject({
      is_percents: 0,
      known: {
        kind: 'amount',
        value: 10.5,
        currency: 'EUR',
        valid: true,
        redeem_by: '2027-01-15T08:00:00.000Z',
      },
    });
    expect((await make('YEN')).known).toMatchObject({ value: 500, currency: 'JPY', valid: false });
    expect((await make('DONG')).known).toMatchObject({ value: 50_000, currency: 'VND' });
    expect((await make('DINAR')).known).toMatchObject({ value: 1.5, currency: 'KWD' });
    expect((await make('q/ü ?#')).known).toMatchObject({ value: 12.5 });
    const looked = await admin('GET', 'coupon-lookup?coupon_stripe_id=%20QUARTER');
    expect(looked.body).toEqual({ known: { kind: 'percent', value: 25, ...said }, asked: true });
  });

  test('counts more than the tick, and is asked again at every save', async () => {
    stripe.coupons.set('MOVING', { percent_off: 5 });
    const { id, updated_at } = await make('MOVING');
    expect((await save({ is_percents: false }, id)).body.coupon).toMatchObject({
      is_percents: 1,
      updated_at,
    });
    stripe.coupons.set('MOVING', { amount_off: 300, currency: 'usd' });
    const { coupon } = (await save({ coupon_name: 'Renamed' }, id)).body;
    expect(coupon).toMatchObject({ is_percents: 0, known: { kind: 'amount', value: 3 } });
    expect((await save({ ...coupon }, id)).body.coupon).toEqual(coupon);
  });

  test('400 at the Stripe ID that it does not know; it is not sent where nothing is typed', async () => {
    const before = await rows();
    const { status, body } = await save({ coupon_stripe_id: 'UNKNOWN' });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'data.coupon_stripe_id', message: 'No coupon with this ID in Stripe' }],
    ]);
    expect((await save({ coupon_stripe_id: '..' })).status).not.toBe(200);
    expect((await admin('GET', 'coupon-lookup?coupon_stripe_id=UNKNOWN')).body).toEqual({
      known: null,
      asked: true,
    });
    stripe.asked.length = 0;
    expect((await admin('GET', 'coupon-lookup')).body).toEqual({ known: null, asked: false });
    expect((await save({ coupon_stripe_id: ' ' })).status).toBe(400);
    const bound = await app().as({ permissions: ['store'], program_id: (await makeProgram(db())).id });
    expect((await save({ coupon_stripe_id: 'TEN' }, undefined, bound)).status).toBe(403);
    expect(stripe.asked).toEqual([]);
    expect(await rows()).toEqual(before);
  });
});

test('a row that says what it said keeps what is known of it, also while the provider is away or there is none', async () => {
  stripe.coupons.set('KEPT', { percent_off: 15 });
  const coupon = await make('KEPT');
  stripe.coupons.set('KEPT', 'broken');
  stripe.asked.length = 0;
  expect((await save({ ...coupon }, coupon.id)).body.coupon).toEqual(coupon);
  expect(stripe.asked).toEqual([]);
  expect((await save({ coupon_name: 'Renamed' }, coupon.id)).status).toBe(503);
  const { config } = app().platform;
  const { stripeSecretKey } = config;
  delete config.stripeSecretKey;
  const renamed = (await save({ coupon_name: 'Renamed', is_percents: 0 }, coupon.id)).body.coupon;
  const other = (await save({ coupon_stripe_id: 'KEPT-2' }, coupon.id)).body.coupon;
  Object.assign(config, { stripeSecretKey });
  expect(renamed).toMatchObject({ coupon_name: 'Renamed', is_percents: 1, known: coupon.known });
  expect(other.known).toBeNull();
});

describe('a provider that fails', () => {
  const faults: Record<Fault, string> = {
    unauthorized: 'refused our key',
    broken: 'did not answer',
    garbage: 'did not answer',
    another: 'did not answer',
    redirect: 'did not answer',
    silent: 'did not answer',
    dripping: 'did not answer',
  };

  test('503 in words, whatever is wrong, also of a provider that never ends, and nothing is saved', async () => {
    const kinds = Object.keys(faults) as Fault[];
    for (const id of kinds) stripe.coupons.set(id, { percent_off: 5 });
    const made = await Promise.all(kinds.map(make));
    const before = await rows();
    for (const id of kinds) stripe.coupons.set(id, id);
    await Promise.all(
      made.map(async ({ id, coupon_stripe_id }) => {
        const answers = await Promise.all([
          save({ coupon_stripe_id }),
          save({ coupon_name: 'Changed' }, id),
          admin('GET', `coupon-lookup?coupon_stripe_id=${coupon_stripe_id}`),
        ]);
        for (const { status, body } of answers) {
          expect([coupon_stripe_id, status, body.code]).toEqual([
            coupon_stripe_id,
            503,
            'SERVICE_UNAVAILABLE',
          ]);
          expect(body.message).toContain(faults[coupon_stripe_id as Fault]);
        }
      }),
    );
    expect(await rows()).toEqual(before);
  });

  test('503 where nobody listens', async () => {
    app().platform.config.stripeApiBase = 'http://127.0.0.1:1';
    expect((await save({ coupon_stripe_id: 'TEN' })).status).toBe(503);
    app().platform.config.stripeApiBase = stripe.url;
  });
});

describe('while it is being asked', () => {
  test('no row is held: another save goes first, and one that it would undo is a 409', async () => {
    stripe.coupons.set('OLD', { percent_off: 5 });
    stripe.coupons.set('NEW', { percent_off: 50 });
    const { id, updated_at } = await make('OLD');
    const between = (columns: object) => async () => {
      stripe.meanwhile = null;
      await db()
        .updateTable('coupons')
        .set({ ...columns, updated_at: new Date().toISOString() })
        .where('id', '=', id)
        .execute();
    };
    stripe.meanwhile = between({ coupon_name: 'Theirs' });
    expect((await save({ coupon_stripe_id: 'NEW' }, id)).body.coupon).toMatchObject({
      coupon_name: 'Theirs',
    });
    stripe.meanwhile = between({ coupon_name: 'Theirs again' });
    expect((await save({ coupon_name: 'Mine', updated_at }, id)).status).toBe(409);
    stripe.meanwhile = between({ coupon_stripe_id: 'OLD' });
    expect((await save({ coupon_name: 'Mine' }, id)).status).toBe(409);
    stripe.meanwhile = between({ deleted_at: new Date().toISOString() });
    expect((await save({ coupon_name: 'Mine' }, id)).status).toBe(404);
  });

  test('whoever loses their rights saves nothing', async () => {
    stripe.coupons.set('LATE', { percent_off: 5 });
    const former = await app().as({ permissions: ['store'] });
    const before = await rows();
    stripe.meanwhile = () =>
      db().updateTable('admins').set({ permissions: [] }).where('id', '=', former.admin_id).execute();
    expect((await save({ coupon_stripe_id: 'LATE' }, undefined, former)).status).toBe(401);
    expect(await rows()).toEqual(before);
  });
});

test('the key goes to the provider, and nowhere else', async () => {
  expect(stripe.asked.length).toBeGreaterThan(0);
  expect(new Set(stripe.asked.map(({ authorization }) => authorization))).toEqual(
    new Set([`Bearer ${STRIPE_KEY}`]),
  );
  const answers = await Promise.all(
    ['coupons', 'coupon-lookup?coupon_stripe_id=TEN'].map((path) => admin('GET', path)),
  );
  const openly = [JSON.stringify(answers), logged.join(''), JSON.stringify(await rows())];
  const audited = await db().selectFrom('audit_entries').select(['before', 'after']).execute();
  for (const text of [...openly, JSON.stringify(audited)]) expect(text).not.toContain(STRIPE_KEY);
  expect(logged.join('')).toContain('asked in vain');
});
