/** Subscriptions with a payment provider: what it says of each id is kept, and what it does not know is not saved. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { STRIPE_KEY, useStripe } from '../../../test/peers/stripe-server.ts';
import type { Subscription } from '../program-schemas.ts';

const stripe = useStripe();
const app = useTestApp({ stripeSecretKey: STRIPE_KEY });
const db = () => app().platform.database.everything;
let program: number;
let superadmin: Call & { admin_id: number };

beforeAll(async () => {
  app().platform.config.stripeApiBase = stripe.url;
  superadmin = await app().as({ permissions: ['superadmin'] });
  stripe.products.set('prod_gold', { name: 'Gold' });
  stripe.products.set('prod_old', { name: 'Silver', active: false });
  stripe.prices.set('price_month', { product: 'prod_gold', unit_amount: 1250, currency: 'eur' });
  stripe.prices.set('price_year', {
    product: 'prod_gold',
    unit_amount: 12_000,
    currency: 'jpy',
    active: false,
    recurring: { interval: 'year', interval_count: 1 },
  });
  stripe.prices.set('price_tiers', { product: 'prod_gold', unit_amount: null, recurring: null });
  stripe.coupons.set('STAY', { percent_off: 50 });
});
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  stripe.asked.length = 0;
});
afterEach(() => {
  stripe.meanwhile = null;
});

const at = () => `program/${program}/subscriptions`;
const save = (subscriptions: object[], more: object = {}) =>
  superadmin('PATCH', at(), { subscriptions, ...more });
const read = async () => (await superadmin('GET', at())).body.subscriptions as Subscription[];
const asked = () => stripe.asked.map(({ path }) => path).toSorted();

const MONTH = {
  amount: 12.5,
  currency: 'EUR',
  interval: 'month',
  interval_count: 1,
  active: true,
  product_id: 'prod_gold',
};

test('name, price, currency and whether it is active are kept with each id, and answered', async () => {
  const { status, body } = await save([
    { type: 'month', product_id: ' prod_gold ', price_id: 'price_month', coupon: 'STAY' },
    { type: 'year', product_id: 'prod_old', price_id: 'price_year' },
    { type: 'cancellation', price_id: 'price_tiers' },
  ]);
  expect([status, body.message]).toEqual([200, undefined]);
  const [month, year, cancellation] = await read();
  expect(month?.known).toEqual({
    product_id: { name: 'Gold', active: true },
    price_id: MONTH,
    coupon: { kind: 'percent', value: 50, currency: null, valid: true, redeem_by: null },
  });
  expect(year?.known).toMatchObject({
    product_id: { name: 'Silver', active: false },
    price_id: { amount: 12_000, currency: 'JPY', interval: 'year', active: false },
    coupon: null,
  });
  expect(cancellation?.known.price_id).toMatchObject({ amount: null, interval: null });
  expect(body.subscriptions).toEqual(await read());
});

test('what is not there is said by name of each, and nothing is saved', async () => {
  await save([{ type: 'month', product_id: 'prod_gold' }]);
  const before = await read();
  const { status, body } = await save([
    { type: 'month', product_id: 'prod_gold', price_id: 'price_none' },
    { type: 'year', product_id: 'prod_none', price_id: 'price_month', coupon: 'NONE' },
  ]);
  expect(status).toBe(400);
  expect(body.errors).toEqual([
    { path: 'subscriptions.0.price_id', message: 'No price with this ID in Stripe: price_none' },
    { path: 'subscriptions.1.product_id', message: 'No product with this ID in Stripe: prod_none' },
    { path: 'subscriptions.1.coupon', message: 'No coupon with this ID in Stripe: NONE' },
  ]);
  expect(await read()).toEqual(before);
});

test('whoever types is told the same before, of each id alone; nothing is asked where nothing is typed', async () => {
  const lookup = async (query: string) => (await superadmin('GET', `subscription-lookup?${query}`)).body;
  const nothing = { product_id: null, price_id: null, coupon: null };
  expect(await lookup('price_id=%20price_month')).toEqual({
    known: { ...nothing, price_id: MONTH },
    asked: true,
  });
  expect(await lookup('product_id=prod_none')).toEqual({ known: nothing, asked: true });
  stripe.asked.length = 0;
  expect(await lookup('')).toEqual({ known: nothing, asked: false });
  expect(asked()).toEqual([]);
});

test('what stays as it was keeps what is known of it, also while the provider is away or there is none', async () => {
  await save([{ type: 'month', product_id: 'prod_gold', price_id: 'price_month' }]);
  const before = await read();
  const { updated_at } = (await superadmin('GET', at())).body;
  stripe.asked.length = 0;
  stripe.products.set('prod_gold', 'broken');
  expect((await save(before)).body).toEqual({ subscriptions: before, updated_at });
  expect(asked()).toEqual([]);
  // Of what is new alone it is asked, and of what is taken away nothing is known.
  const { body } = await save([{ type: 'month', price_id: '', coupon: 'STAY' }]);
  expect(asked()).toEqual(['/v1/coupons/STAY']);
  expect(body.subscriptions[0]).toMatchObject({
    product_id: 'prod_gold',
    price_id: '',
    known: { product_id: { name: 'Gold' }, price_id: null, coupon: { value: 50 } },
  });
  expect((await save([{ type: 'year', product_id: 'prod_gold' }])).status).toBe(503);
  const { config } = app().platform;
  const { stripeSecretKey } = config;
  delete config.stripeSecretKey;
  const alone = await save([{ type: 'month', coupon: 'OTHER' }]);
  Object.assign(config, { stripeSecretKey });
  stripe.products.set('prod_gold', { name: 'Gold' });
  expect(alone.body.subscriptions[0].known).toMatchObject({ product_id: { name: 'Gold' }, coupon: null });
});

test('while it is being asked no row is held: another save goes first, and one that would undo it is a 409', async () => {
  await save([{ type: 'month', price_id: 'price_month' }]);
  const { updated_at } = (await superadmin('GET', at())).body;
  stripe.meanwhile = async () => {
    stripe.meanwhile = null;
    await db()
      .updateTable('program_subscriptions')
      .set({ price_id: 'price_theirs' })
      .where('program_id', '=', program)
      .execute();
  };
  const { status, body } = await save([{ type: 'month', price_id: 'price_month', coupon: 'STAY' }]);
  expect([status, body.message]).toEqual([409, 'Another admin changed these IDs. Reload and try again.']);
  expect((await read())[0]).toMatchObject({ price_id: 'price_theirs', coupon: '' });
  expect((await superadmin('GET', at())).body.updated_at).toBe(updated_at);
});

test('whoever loses their rights while it is asked saves nothing; nobody but a superadmin asks', async () => {
  const former = await app().as({ permissions: ['superadmin'] });
  stripe.meanwhile = () =>
    db().updateTable('admins').set({ permissions: [] }).where('id', '=', former.admin_id).execute();
  const body = { subscriptions: [{ type: 'month', coupon: 'STAY' }] };
  expect((await former('PATCH', at(), body)).status).toBe(401);
  expect((await read())[0]?.coupon).toBe('');
  const reader = await app().as({ permissions: ['catalogue'] });
  stripe.meanwhile = null;
  stripe.asked.length = 0;
  expect((await reader('GET', 'subscription-lookup?coupon=STAY')).status).toBe(403);
  expect(asked()).toEqual([]);
});
